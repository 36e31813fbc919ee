// Scrolls to the result of a click, until the visitor scrolls the page.

let moves = 0;
for (const move of ['wheel', 'touchmove', 'keydown']) {
	addEventListener(move, () => moves++, { passive: true });
}

/**
 * Call this at the click. The returned function scrolls to a place or, if that is too tall, to the new element in it, or
 * else moves the place to the top of the screen.
 */
export function follow() {
	const before = moves;
	return (place, newest, atTop) => {
		if (moves === before) {
			reveal(place, newest, atTop);
		}
	};
}

function reveal(place, newest, atTop) {
	const covered = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
	const fits = (candidate) => candidate.getBoundingClientRect().height <= innerHeight - covered;
	const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
	if (fits(place) && !atTop) {
		place.scrollIntoView({ block: 'nearest', behavior });
	}
	else if (newest) {
		newest.scrollIntoView({ block: 'nearest', behavior });
	}
	else {
		place.scrollIntoView({ block: 'start', behavior });
	}
}
