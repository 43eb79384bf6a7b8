const controls = 'a, button, summary, input, select, textarea, label';
/** No control is smaller. */
const stepPx = 20;
/** What lies under the link is checked again so long after the page last moved or changed. */
const pauseMs = 150;
/** Within this distance from the end of the page its last links are above the link. */
const endPx = 4;

/** Whether a control lies under the place of the link. */
function coversControl(place: HTMLElement): boolean {
  const { left, top, right, bottom } = place.getBoundingClientRect();
  // Steps may end short of the right and lower edge, which are points of their own.
  for (let x = left; x < right + stepPx; x += stepPx)
    for (let y = top; y < bottom + stepPx; y += stepPx) {
      const found = document.elementsFromPoint(Math.min(x, right), Math.min(y, bottom));
      if (found.some((under) => !place.contains(under) && under.closest(controls))) return true;
    }
  return false;
}

/**
 * Keeps the chat link out of the way: it hides while scrolling down, and whenever it would lie over a control. It comes
 * back scrolling up and at the end of the page, which has room for it.
 */
export function startChatLink(): void {
  const place = document.querySelector<HTMLElement>('.chat');
  if (!place) return;
  let last = 0;
  let isDown = false;
  let timer = 0;

  const look = () => {
    const isEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - endPx;
    place.classList.toggle('is-away', (isDown && !isEnd) || coversControl(place));
  };
  const lookSoon = () => {
    clearTimeout(timer);
    timer = window.setTimeout(look, pauseMs);
  };
  const onScroll = () => {
    if (scrollY !== last) isDown = scrollY > last;
    last = scrollY;
    if (isDown) place.classList.add('is-away');
    lookSoon();
  };
  // Read in the next frame, because reading it now would force an extra layout. A restored
  // scroll position is not scrolling down.
  requestAnimationFrame(() => {
    last = scrollY;
    addEventListener('scroll', onScroll, { passive: true });
  });
  new ResizeObserver(lookSoon).observe(document.body);
}
