-- What SqlData keeps, where the locks are in H2.
create table if not exists shared_value (
	id varchar(1500) primary key,
	content varchar(100000) not null,
	kept_until timestamp(3) with time zone not null
);
create table if not exists shared_entry (
	place bigint generated always as identity primary key,
	id varchar(1500) not null,
	content varchar(1000) not null
);
create index if not exists shared_entry_id on shared_entry (id);
