// Brings onto the screen what a click has led to, until the visitor moves the page.

let moves = 0;
for (const move of ['wheel', 'touchmove', 'keydown']) {
	addEventListener(move, () => moves++, { passive: true });
}

/**
 * To be called at the click. What is returned shows a place or, where that is too tall, what is new in it; or the place at
 * the top of the screen, and below it as much as there is room for.
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
