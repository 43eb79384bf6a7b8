const controls = 'a[href], button, input, label, select, summary, textarea';

/** The control that is pressed; a label is one with its field, which the browser clicks after it. */
function controlOf({ target }: Event): Element | null {
  const control = target instanceof Element ? target.closest(controls) : null;
  return control instanceof HTMLLabelElement ? control.control : control;
}

/**
 * The second press of a double click does nothing but on the control of the first one. A form that is sent again takes
 * its sentence away, a dialog closes: what moves under the pointer was not meant.
 */
export function ignoreSecondPress(): void {
  let first: Element | null = null;
  const check = (event: MouseEvent) => {
    if (event.type === 'mousedown' && event.detail === 1) first = controlOf(event);
    if (event.detail < 2 || !first || controlOf(event) === first) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('mousedown', check, true);
  document.addEventListener('click', check, true);
}
