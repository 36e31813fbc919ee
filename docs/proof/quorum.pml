/*
 * The tokens of a quorum of independent masters: who gets which fencing token, whatever the network, the clocks and
 * the leases do.
 *
 * Three nodes and three clients, each of which wants the lock once. No time is modelled, which is the point: a lease
 * ends at any moment, so that two clients may well be inside at once. What must hold all the same:
 *
 *   unique   two clients that have entered never share a token
 *   ordered  a client that asks after another has entered gets a larger token
 *
 * A message that was sent is executed at any later time, once, often or never; its reply is read or lost. So loss,
 * delay, repetition and reordering need no steps of their own.
 *
 * Switches
 *   NO_WRITE_BACK  the largest token is used without storing it first
 *   NO_BOUND       a node stores a token although its own grant has a larger one
 *   FORGETS=n      so many times a node may lose all it knows
 *   NO_DELAY       a node that forgot counts at once
 *   ENDS=n         so many times a lease ends on a node (default 4)
 *
 *   spin -a quorum.pml && cc -O2 -DSAFETY -DCOLLAPSE -DMEMLIM=9000 -o pan pan.c && ./pan -m300000
 */

#ifndef ENDS
#define ENDS 4
#endif
#ifndef FORGETS
#define FORGETS 0
#endif

/* What the clocks say, as each client knows them: no two need agree. */
#if FORGETS > 0
#define FLOOR(c) (c == 0 -> 0 : (c == 1 -> 2 : 5))
#else
#define FLOOR(c) (c == 0 -> 0 : (c == 1 -> 2 : 3))
#endif

#define NODES 3
#define CLIENTS 3
#define NOBODY 3
#define MAX(a, b) ((a) > (b) -> (a) : (b))
#define BIT(n) (1 << (n))
#define MAJORITY(set) ((set) == 3 || (set) >= 5)

mtype = { IDLE, ASKED, RAISING, ENTERED };

/* A node: whose the lock is, the token of that grant, the largest token that was given or stored. */
typedef Node {
  byte owner = NOBODY;
  byte token;
  byte fence;
  byte horizon    /* what had been given before it forgot: the clocks are past that when it counts again */
}

/* A client: the floor it asks for, what it knows of the grants, the token it means to use, and who has stored that. */
typedef Client {
  mtype state = IDLE;
  byte floor;
  byte grant[NODES];
  byte token;
  byte stored;
  byte former;    /* the token of a round before, still on its way to the nodes */
  byte before     /* the largest token of those who had entered when it asked */
}

Node node[NODES];
Client client[CLIENTS];
byte ends = ENDS;
byte forgets = FORGETS;

/* Whether what a node says counts for a token. */
#ifdef NO_DELAY
#define COUNTS(n, t) true
#else
#define COUNTS(n, t) ((t) > node[n].horizon)
#endif

/* Whether a node that gave a client a grant stores its token. */
#ifdef NO_BOUND
#define BOUND(n, t) true
#else
#define BOUND(n, t) (node[n].token <= (t))
#endif

#define GRANTED(c, i) (client[c].grant[i] > 0)

inline check(c) {
  d_step {
    assert(client[c].token > client[c].before);
    other = 0;
    do
    :: other < CLIENTS ->
       assert(other == c || client[other].state != ENTERED || client[other].token != client[c].token);
       other++
    :: else -> break
    od;
    other = 0
  }
}

/* PROPOSE: the lock is given if it is free; who has it is told its token again. */
inline propose(n, c) {
  atomic {
    client[c].state != IDLE && (node[n].owner == NOBODY || node[n].owner == c) ->
    if
    :: node[n].owner == NOBODY ->
       node[n].owner = c;
       node[n].token = MAX(node[n].fence + 1, client[c].floor);
       node[n].fence = node[n].token;
       printf("node %d gives client %d the token %d\n", n, c, node[n].token)
    :: else
    fi;
    if
    :: client[c].state == ASKED -> client[c].grant[n] = node[n].token
    :: client[c].state != ASKED || client[c].grant[n] > 0 /* it keeps an answer from before */
    fi
  }
}

/* RAISE: stores the token while its client has the lock. */
inline raise(n, c) {
  atomic {
    client[c].state == RAISING && node[n].owner == c && BOUND(n, client[c].token) ->
    node[n].token = MAX(node[n].token, client[c].token);
    node[n].fence = MAX(node[n].fence, client[c].token);
    printf("node %d stores the token %d of client %d\n", n, client[c].token, c);
    if
    :: COUNTS(n, client[c].token) -> client[c].stored = client[c].stored | BIT(n)
    :: else
    fi
  }
}

/* A RAISE of a round before arrives. */
inline raiseLate(n, c) {
  atomic {
    client[c].former > 0 && node[n].owner == c && node[n].token <= client[c].former ->
    node[n].token = client[c].former;
    node[n].fence = MAX(node[n].fence, client[c].former)
  }
}

proctype Server(byte n) {
end:
  do
  :: propose(n, 0)
  :: propose(n, 1)
  :: propose(n, 2)
  :: raise(n, 0)
  :: raise(n, 1)
  :: raise(n, 2)
  :: raiseLate(n, 0)
  :: raiseLate(n, 1)
  :: raiseLate(n, 2)
  :: atomic { /* the lease ends, or is given back */
       node[n].owner != NOBODY && ends > 0 ->
       printf("node %d: the lease of client %d ends\n", n, node[n].owner);
       node[n].owner = NOBODY;
       ends--
     }
  :: atomic { /* it restarts, empty */
       forgets > 0 && node[n].fence > 0 ->
       printf("node %d forgets\n", n);
       forgets--;
       node[n].horizon = MAX(node[n].horizon, node[n].fence);
       node[n].owner = NOBODY;
       node[n].token = 0;
       node[n].fence = 0
     }
  od
}

inline sum(c) {
  /* a majority of grants, with the largest token of it; whoever answered exactly that has stored it */
  if
  :: GRANTED(c, 0) && GRANTED(c, 1) -> set = 3
  :: GRANTED(c, 0) && GRANTED(c, 2) -> set = 5
  :: GRANTED(c, 1) && GRANTED(c, 2) -> set = 6
  :: GRANTED(c, 0) && GRANTED(c, 1) && GRANTED(c, 2) -> set = 7
  fi;
  client[c].token = MAX((set & 1 -> client[c].grant[0] : 0), MAX((set & 2 -> client[c].grant[1] : 0),
    (set & 4 -> client[c].grant[2] : 0)))
}

/* Who answered exactly the token has stored it. */
#define EXACT(c, n) ((set & BIT(n)) && client[c].grant[n] == client[c].token && COUNTS(n, client[c].token) -> BIT(n) : 0)

proctype Customer(byte c) {
  byte other, set;

  atomic {
    client[c].floor = FLOOR(c);
    do
    :: other < CLIENTS ->
       if
       :: client[other].state == ENTERED -> client[c].before = MAX(client[c].before, client[other].token)
       :: else
       fi;
       other++
    :: else -> break
    od;
    other = 0;
    client[c].state = ASKED
  }
again:
  atomic {
    sum(c);
#ifdef NO_WRITE_BACK
    goto in;
#else
    client[c].stored = EXACT(c, 0) | EXACT(c, 1) | EXACT(c, 2);
    set = 0;
    client[c].state = RAISING
#endif
  }
  if
  :: atomic { MAJORITY(client[c].stored) -> goto in }
  :: atomic { /* another round, with what the nodes say then */
       client[c].former == 0 ->
       client[c].former = client[c].token;
       client[c].token = 0;
       client[c].stored = 0;
       client[c].grant[0] = 0;
       client[c].grant[1] = 0;
       client[c].grant[2] = 0;
       client[c].state = ASKED;
       goto again
     }
  fi;
in:
  atomic {
    set = 0;
    client[c].state = ENTERED;
    printf("client %d enters with the token %d\n", c, client[c].token);
    client[c].grant[0] = 0;
    client[c].grant[1] = 0;
    client[c].grant[2] = 0;
    client[c].former = 0;
    client[c].stored = 0;
    check(c)
  }
}

init {
  atomic {
    /* what was before: the nodes need not agree either */
    node[1].fence = 1;
    node[2].fence = 2;
    run Server(0);
    run Server(1);
    run Server(2);
    run Customer(0);
    run Customer(1);
    run Customer(2)
  }
}
