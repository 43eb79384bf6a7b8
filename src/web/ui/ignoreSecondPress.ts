const controls = 'a[href], button, input, label, select, summary, textarea';
/** Presses of a double click are nearer than this, those of fingers too. */
const nearPx = 30;

/**
 * The control that is pressed; a label is one with its field, which the browser clicks after it, and a dialog where the
 * press is beside it.
 */
function controlOf({ target }: Event): Element | null {
  const control = target instanceof HTMLDialogElement ? target : target instanceof Element && target.closest(controls);
  return control instanceof HTMLLabelElement ? control.control : control || null;
}

/**
 * The second press of a double click does nothing but where the first one did. A form that is sent again takes its
 * sentence away, a dialog closes: what moves under the pointer was not meant.
 */
export function ignoreSecondPress(): void {
  let first: { control: Element | null; x: number; y: number } | undefined;
  const check = (event: MouseEvent) => {
    const { type, detail, clientX: x, clientY: y } = event;
    // A first press on a disabled control is not heard of: what follows it is not near the first press that was.
    const begins = detail === 1 || (first && Math.hypot(x - first.x, y - first.y) > nearPx);
    if (type === 'mousedown' && begins) first = { control: controlOf(event), x, y };
    if (detail < 2 || !first?.control || controlOf(event) === first.control) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('mousedown', check, true);
  document.addEventListener('click', check, true);
}
