import { CircleHelp, FolderOpen, Moon, Redo2, Sun, SunMoon, Undo2, Waypoints } from 'lucide-react';
import { useRef } from 'react';
import { useStore as useZustand } from 'zustand';
import { serviceOf } from '../model/registry.ts';
import { readFile } from './read-file.ts';
import { patch, redo, store, undo, useStore } from './store/store.ts';
import type { Theme } from './store/theme.ts';

const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const ICONS = { system: SunMoon, light: Sun, dark: Moon };

export function Header() {
  const { title, lock } = useStore(({ document }) => document);
  const service = serviceOf(lock.service);
  return (
    <header>
      <div className="mark">
        <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
          <path d="M5 20V6l2-3 2 3v14M13 20V6l2-3 2 3v14M1 10h20M1 15h20" />
        </svg>
        Fencepost
      </div>
      <h1>
        <span>{title}</span>
        <small>
          {service.title} · {service.recipe}
        </small>
      </h1>
      <div className="actions">
        <History />
        <OpenFile />
        <button
          type="button"
          title="Every order, and a map of two settings"
          onClick={() => patch({ dialog: 'explore' })}
        >
          <Waypoints size={16} aria-hidden="true" />
          <span className="word">Explore</span>
        </button>
        <ThemeButton />
        <button
          type="button"
          className="ghost"
          aria-label="Help"
          title="Help (?)"
          onClick={() => patch({ dialog: 'help' })}
        >
          <CircleHelp size={17} />
        </button>
      </div>
    </header>
  );
}

function History() {
  const past = useZustand(store.temporal, ({ pastStates }) => pastStates.length);
  const future = useZustand(store.temporal, ({ futureStates }) => futureStates.length);
  return (
    <>
      <button type="button" className="ghost" disabled={past === 0} onClick={undo} title="Undo (Ctrl Z)">
        <Undo2 size={16} aria-hidden="true" />
        <span className="word">Undo</span>
      </button>
      <button type="button" className="ghost" disabled={future === 0} onClick={redo} title="Redo (Shift Ctrl Z)">
        <Redo2 size={16} aria-hidden="true" />
        <span className="word">Redo</span>
      </button>
    </>
  );
}

function OpenFile() {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" onClick={() => input.current?.click()} title="Open a scenario file (JSON)">
        <FolderOpen size={16} aria-hidden="true" />
        <span className="word">Open</span>
      </button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label="Scenario file"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) readFile(file);
          event.target.value = '';
        }}
      />
    </>
  );
}

function ThemeButton() {
  const theme = useStore((state) => state.theme);
  const Icon = ICONS[theme];
  return (
    <button
      type="button"
      className="ghost"
      aria-label={`Theme: ${theme}`}
      title={`Theme: ${theme}`}
      onClick={() => patch({ theme: NEXT[theme] })}
    >
      <Icon size={17} />
    </button>
  );
}
