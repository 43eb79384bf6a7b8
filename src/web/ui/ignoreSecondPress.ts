const controls = 'a[href], button, input, label, select, summary, textarea, dialog';
/** Presses of a double click are nearer than this, those of fingers too. */
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
    // A first press on a disabled control is not heard of: what follows it is not near the first press that was.
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
