/** Opens the section of an accordion that the address names, also when a link on the page names another one. */
export function openTarget(): void {
  const open = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!(target instanceof HTMLDetailsElement)) return;
    target.open = true;
    // Another section may close above and move this one.
    target.scrollIntoView();
  };
  addEventListener('hashchange', open);
  open();
}
