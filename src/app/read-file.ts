import { MOST_BYTES } from '../scenario/parse.ts';
import { openText, patch } from './store/store.ts';

/** Opens a scenario file that the reader chose or dropped. */
export async function readFile(file: File): Promise<void> {
  if (file.size > MOST_BYTES) {
    const found = `${file.size.toLocaleString('en')} bytes`;
    const expected = `at most ${MOST_BYTES.toLocaleString('en')}`;
    patch({
      problems: [{ path: '', found, expected, message: `${file.name}: expected ${expected} bytes, found ${found}` }],
    });
    return;
  }
  openText(await file.text());
}
