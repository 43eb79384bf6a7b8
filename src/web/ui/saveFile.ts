/** Lets the browser download a text as a file. */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  // Delayed, because some browsers read it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
