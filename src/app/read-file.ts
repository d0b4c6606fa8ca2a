import { MOST_BYTES } from '../scenario/parse.ts';
import { openText, patch } from './store/store.ts';

/** Opens a scenario file that the reader chose or dropped. */
export async function readFile(file: File): Promise<void> {
  if (file.size > MOST_BYTES) {
    const found = `${file.size.toLocaleString('en')} bytes`;
    refuse(file, found, `at most ${MOST_BYTES.toLocaleString('en')} bytes`);
    return;
  }
  let text: string;
  try {
    text = await file.text();
  } catch {
    refuse(file, 'something that cannot be read', 'a file');
    return;
  }
  openText(text);
}

function refuse({ name }: File, found: string, expected: string): void {
  patch({ problems: [{ path: '', found, expected, message: `${name}: expected ${expected}, found ${found}` }] });
}
