/** Replaces a clicked video link by its player. Nothing is loaded from the video site before that. */
export function startVideos(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a.video') : null;
    if (!link) return;
    event.preventDefault();
    const frame = document.createElement('iframe');
    const address = new URL(link.href);
    address.searchParams.set('autoplay', '1');
    frame.src = address.href;
    frame.title = link.dataset.title ?? 'Video';
    // The player's own page: no way to ours, no forms, no downloads, no other tab but by a click.
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups allow-presentation');
    frame.allow = 'autoplay; fullscreen; picture-in-picture';
    link.replaceWith(frame);
    frame.focus();
  });
}
