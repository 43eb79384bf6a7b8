const failedText = 'Form yüklenemedi, bu yüzden henüz gönderilemez. Bağlantınızı kontrol edin.';
const failedAgainText = 'Form yine yüklenemedi. Bağlantınızı kontrol edin.';

/**
 * Returns a function that loads the script of a form once, however often it is called. If loading fails, the form says
 * so with a button that tries again, and the function rejects as `load`.
 */
export function lazyForm<T>(form: HTMLFormElement, load: () => Promise<T>): () => Promise<T> {
  const note = form.querySelector('.note--err') as HTMLElement;
  const sentence = note.querySelector('p') as HTMLElement;
  const retry = document.createElement('button');
  retry.type = 'button';
  retry.className = 'btn btn--quiet note__act';
  let loading: Promise<T> | undefined;
  const start = () => {
    retry.textContent = 'Yükleniyor...';
    loading ??= load().then(
      (loaded) => {
        retry.remove();
        note.hidden = true;
        return loaded;
      },
      (error) => {
        loading = undefined;
        sentence.textContent = note.hidden ? failedText : failedAgainText;
        retry.textContent = 'Tekrar dene';
        note.append(retry);
        note.hidden = false;
        throw error;
      },
    );
    return loading;
  };
  retry.addEventListener('click', () => void start().catch(() => {}));
  return start;
}
