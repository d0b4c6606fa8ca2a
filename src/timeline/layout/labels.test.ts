import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distance } from './hit.ts';
import { beside, cuts, Room, STRIP, TEXT } from './labels.ts';
import type { Box } from './types.ts';

const [WIDTH, HEIGHT] = [400, 300];
const box = fc.record({
  x: fc.double({ min: -40, max: WIDTH, noNaN: true }),
  y: fc.double({ min: -40, max: HEIGHT, noNaN: true }),
  width: fc.double({ min: 1, max: 180, noNaN: true }),
  height: fc.double({ min: 1, max: 60, noNaN: true }),
});
const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe('the room in a picture', () => {
  it('never gives two words the same place, nor one beyond the edge', () => {
    fc.assert(
      fc.property(fc.array(box, { maxLength: 80 }), (boxes) => {
        const room = new Room(WIDTH, HEIGHT);
        const placed: Box[] = [];
        for (const each of boxes) {
          if (!room.free(each)) continue;
          room.take(each);
          placed.push(each);
        }
        for (const [i, a] of placed.entries()) {
          expect(a.x >= 0 && a.y >= 0 && a.x + a.width <= WIDTH && a.y + a.height <= HEIGHT).toBe(true);
          for (const b of placed.slice(i + 1)) expect(overlap(a, b)).toBe(false);
        }
      }),
    );
  });

  it('says no only where something stands, or the picture ends', () => {
    fc.assert(
      fc.property(fc.array(box, { maxLength: 20 }), box, (boxes, wanted) => {
        const room = new Room(WIDTH, HEIGHT);
        for (const each of boxes) room.take(each);
        const wide = { x: wanted.x - 3, y: wanted.y - 3, width: wanted.width + 6, height: wanted.height + 6 };
        const inside =
          wanted.x >= 1 &&
          wanted.y >= 1 &&
          wanted.x + wanted.width <= WIDTH - 1 &&
          wanted.y + wanted.height <= HEIGHT - 1;
        if (inside && !boxes.some((each) => overlap(each, wide))) expect(room.free(wanted)).toBe(true);
      }),
    );
  });

  it('keeps loose words off the strips, and lets others stand on them', () => {
    const room = new Room(WIDTH, HEIGHT);
    room.take({ x: 0, y: 100, width: WIDTH, height: 20 }, STRIP);
    const word = { x: 50, y: 102, width: 40, height: 14 };
    expect(room.free(word)).toBe(true);
    expect(room.free(word, TEXT | STRIP)).toBe(false);
  });

  it('counts the lines on a box', () => {
    const line = fc.tuple(
      fc.double({ min: 0, max: WIDTH, noNaN: true }),
      fc.double({ min: 0, max: HEIGHT, noNaN: true }),
      fc.double({ min: 0, max: WIDTH, noNaN: true }),
      fc.double({ min: 0, max: HEIGHT, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), box, (lines, wanted) => {
        const room = new Room(WIDTH, HEIGHT);
        for (const [x1, y1, x2, y2] of lines) room.line(x1, y1, x2, y2);
        const inside = { ...wanted, x: Math.max(0, wanted.x), y: Math.max(0, wanted.y) };
        // by hand, on the box without its margin: what lies well inside must be seen
        const core = lines.filter(([x1, y1, x2, y2]) =>
          cuts(x1, y1, x2, y2, inside.x, inside.y, inside.x + inside.width, inside.y + inside.height),
        );
        expect(room.crossings(inside)).toBeGreaterThanOrEqual(core.length);
      }),
    );
  });
});

it('stands beside a line, clear of it', () => {
  const point = fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 300 }));
  const side = fc.constantFrom(1 as const, -1 as const);
  fc.assert(
    fc.property(point, point, side, fc.double({ min: 0, max: 1, noNaN: true }), ([x1, y1], [x2, y2], which, f) => {
      fc.pre(Math.hypot(x2 - x1, y2 - y1) > 2);
      const place = beside({ x1, y1, x2, y2 }, f, which, 4, 60, 14);
      const { x, y, width, height } = place;
      expect(cuts(x1, y1, x2, y2, x, y, x + width, y + height)).toBe(false);
      const corners = [
        [x, y],
        [x + width, y],
        [x, y + height],
        [x + width, y + height],
      ] as const;
      for (const [cx, cy] of corners) expect(distance(cx, cy, x1, y1, x2, y2)).toBeGreaterThan(3.9);
    }),
  );
});
