const controls = 'a[href], button, input, label, select, summary, textarea, dialog';
/** Both presses of a double click lie within this distance, by mouse or finger. */
const nearPx = 30;

/** The control that is pressed; a label is one with its field, which the browser clicks after it. */
function controlOf({ target }: Event): Element | null {
  const control = target instanceof Element ? target.closest(controls) : null;
  return control instanceof HTMLLabelElement ? control.control : control;
}

/**
 * The second press of a double click does nothing but on the control of the first one, or the dialog. A form that is
 * sent again takes its sentence away, a dialog closes: what moves under the pointer was not meant.
 */
export function ignoreSecondPress(): void {
  let first: Element | null = null;
  let x = 0;
  let y = 0;
  const check = (event: MouseEvent) => {
    // Disabled controls send no event: the press remembered as the first may be an older one somewhere else.
    const begins = event.detail === 1 || Math.hypot(event.clientX - x, event.clientY - y) > nearPx;
    if (event.type === 'mousedown' && begins) {
      first = controlOf(event);
      x = event.clientX;
      y = event.clientY;
    }
    if (event.detail < 2 || !first || controlOf(event) === first) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('mousedown', check, true);
  document.addEventListener('click', check, true);
}
