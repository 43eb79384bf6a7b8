/** Moves the focus to a wrong field. One that has it already is not read out again: its sentence is, as an alert. */
export function focusError(field: HTMLElement): void {
  if (field !== document.activeElement) {
    field.focus();
    return;
  }
  const id = field.closest('[aria-invalid="true"]')?.getAttribute('aria-describedby')?.split(' ').at(-1);
  const sentence = document.getElementById(id ?? '');
  if (!sentence) return;
  sentence.role = 'alert';
  // Alerts are read when they come into the page.
  sentence.replaceWith(sentence);
}
