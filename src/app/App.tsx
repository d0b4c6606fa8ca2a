import { type DragEvent, useEffect } from 'react';
import { Controls } from './Controls.tsx';
import { EditDialog } from './EditDialog.tsx';
import { ExploreDialog } from './ExploreDialog.tsx';
import { Faults } from './Faults.tsx';
import { Header } from './Header.tsx';
import { HelpDialog } from './HelpDialog.tsx';
import { onPageKey } from './keys.ts';
import { Log } from './Log.tsx';
import { Nav } from './Nav.tsx';
import { Problems } from './Problems.tsx';
import { Beliefs } from './panels/Beliefs.tsx';
import { Program } from './panels/Program.tsx';
import { readFile } from './read-file.ts';
import { useStore } from './store/store.ts';
import { TimelineView } from './TimelineView.tsx';
import { Transport } from './Transport.tsx';
import { VerdictBanner } from './VerdictBanner.tsx';

export function App() {
  useEffect(() => {
    addEventListener('keydown', onPageKey);
    return () => removeEventListener('keydown', onPageKey);
  }, []);
  const title = useStore(({ document }) => document.title);
  useEffect(() => {
    document.title = `${title} · Fencepost`;
  }, [title]);

  // a word that is dragged into a field is the browser's business
  const over = (event: DragEvent) => {
    if (event.dataTransfer.types.includes('Files')) event.preventDefault();
  };
  const drop = (event: DragEvent) => {
    over(event);
    const file = event.dataTransfer.files[0];
    if (file) readFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a second way; the button in the header is the first
    <div className="app" onDragOver={over} onDrop={drop}>
      <Header />
      <Nav />
      <main>
        <Problems />
        <Controls />
        <VerdictBanner />
        <TimelineView />
        <Transport />
        <Faults />
        <Log />
      </main>
      <aside aria-label="At the playhead">
        <Beliefs />
        <Program />
      </aside>
      <EditDialog />
      <ExploreDialog />
      <HelpDialog />
    </div>
  );
}
