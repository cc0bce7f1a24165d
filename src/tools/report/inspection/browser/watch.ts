/**
 * Notices that a watching command has written the report again. A page from a file may fetch nothing, but it may show
 * a picture that lies beside it: its width is the number of the run. So nothing from outside is ever executed.
 */

/** Milliseconds between two looks; where the picture is gone, because nobody watches any more, ever more of them. */
const INTERVAL = 700;
const LONGEST_INTERVAL = 60_000;

/**
 * Reloads the page when there is a newer run.
 * @param version of this page; undefined where no command watches
 * @param keep is called before the page goes
 */
export function watch(version: number | undefined, keep: () => void): void {
  const source = document.documentElement.dataset['versions'];
  if (version === undefined || source === undefined) return;
  let interval = INTERVAL;
  const look = () => {
    const picture = new Image();
    picture.addEventListener('load', () => {
      if (picture.naturalWidth !== version) {
        keep();
        location.reload();
      } else {
        interval = INTERVAL;
        setTimeout(look, interval);
      }
    });
    picture.addEventListener('error', () => {
      interval = Math.min(interval * 2, LONGEST_INTERVAL);
      setTimeout(look, interval);
    });
    picture.src = `${source}?${Date.now()}`;
  };
  setTimeout(look, INTERVAL);
}
