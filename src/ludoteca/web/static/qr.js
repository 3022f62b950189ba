// A link as a QR code (ISO/IEC 18004): bytes at level L, versions 1 to 5, which have one block, and mask 0.

const WHOLE = [26, 44, 70, 100, 134]; // code words of each version
const CHECKS = [7, 10, 15, 20, 26]; // of these for correction
const FORMAT = 0x77c4; // level L and mask 0, with their own correction

// The modules row by row, true where dark; null for a text that is too long.
export function modules(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = WHOLE.findIndex((whole, at) => bytes.length + 2 <= whole - CHECKS[at]) + 1;
  if (!version) return null;
  const checks = CHECKS[version - 1];
  const data = packed(bytes, WHOLE[version - 1] - checks);
  const size = 17 + 4 * version;
  const grid = fixed(size, version);
  fill(grid, [...data, ...correction(data, checks)]);
  return grid;
}

// Mode, length, text and padding.
function packed(bytes, room) {
  const half = [4, bytes.length >> 4, bytes.length & 15, ...bytes.flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const words = [];
  for (let at = 0; at < half.length; at += 2) words.push((half[at] << 4) | half[at + 1]);
  for (let pad = 0xec; words.length < room; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

// A product in the field of 256 elements.
function times(one, other) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    if ((other >> bit) & 1) product ^= one;
  }
  return product;
}

// The code words of Reed and Solomon: the rest of a division.
function correction(data, count) {
  const divisor = [...Array(count - 1).fill(0), 1];
  for (let at = 0, root = 1; at < count; at += 1, root = times(root, 2)) {
    for (let i = 0; i < count; i += 1) divisor[i] = times(divisor[i], root) ^ (divisor[i + 1] ?? 0);
  }
  const rest = Array(count).fill(0);
  for (const word of data) {
    const factor = word ^ rest.shift();
    rest.push(0);
    divisor.forEach((each, i) => { rest[i] ^= times(each, factor); });
  }
  return rest;
}

// All that does not depend on the text; what is still open is undefined.
function fixed(size, version) {
  const grid = Array.from({ length: size }, () => Array(size).fill(undefined));
  const set = (col, row, dark) => { if (grid[row]?.length > col && col >= 0) grid[row][col] = Boolean(dark); };
  for (let at = 0; at < size; at += 1) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  const rings = (col, row, reach) => {
    for (let y = -reach; y <= reach; y += 1) {
      for (let x = -reach; x <= reach; x += 1) {
        const far = Math.max(Math.abs(x), Math.abs(y));
        set(col + x, row + y, reach === 4 ? far !== 2 && far !== 4 : far !== 1);
      }
    }
  };
  for (const [col, row] of [[3, 3], [size - 4, 3], [3, size - 4]]) rings(col, row, 4);
  if (version > 1) rings(size - 7, size - 7, 2);
  const format = (at) => (FORMAT >> at) & 1;
  for (let at = 0; at < 15; at += 1) {
    if (at < 8) set(8, at < 6 ? at : at + 1, format(at));
    else set(at === 8 ? 7 : 14 - at, 8, format(at));
    if (at < 8) set(size - 1 - at, 8, format(at));
    else set(8, size - 15 + at, format(at));
  }
  set(8, size - 8, true);
  return grid;
}

// The code words go up and down in columns of two, from the right, past all that is fixed.
function fill(grid, words) {
  const size = grid.length;
  let at = 0;
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const row = up ? size - 1 - step : step;
      for (const col of [right, right - 1]) {
        if (grid[row][col] !== undefined) continue;
        const dark = (words[at >> 3] >> (7 - (at & 7))) & 1;
        grid[row][col] = Boolean(dark) !== ((row + col) % 2 === 0);
        at += 1;
      }
    }
    up = !up;
  }
}
