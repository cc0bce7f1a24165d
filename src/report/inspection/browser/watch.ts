/**
 * Notices that a watching command has written the report anew. A page from a file may fetch nothing, but it may show
 * a picture that lies beside it: its width is the number of the run. So nothing from outside is ever executed.
 */

/** Milliseconds between two looks. */
const INTERVAL = 700;

/**
 * Reloads the page when there is a newer run.
 * @param version of this page; undefined where no command watches
 * @param keep is called before the page goes
 */
export function watch(version: number | undefined, keep: () => void): void {
  const source = document.documentElement.dataset['versions'];
  if (version === undefined || source === undefined) return;
  const look = () => {
    const picture = new Image();
    picture.addEventListener('load', () => {
      if (picture.naturalWidth !== version) {
        keep();
        location.reload();
      } else setTimeout(look, INTERVAL);
    });
    picture.addEventListener('error', () => setTimeout(look, INTERVAL));
    picture.src = `${source}?${Date.now()}`;
  };
  setTimeout(look, INTERVAL);
}
