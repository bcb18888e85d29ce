/** A deterministic random generator: the same seed word gives the same values. */
export class SeededRandom {
  #state: number

  constructor(word: string) {
    let hash = 2_166_136_261
    for (const letter of word) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619)
    this.#state = hash >>> 0
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  between(least: number, most: number) {
    return least + this.next() * (most - least)
  }

  integer(least: number, most: number) {
    return Math.floor(this.between(least, most + 1))
  }

  /** Rounds up or down at random, so that the average is `value`. */
  near(value: number) {
    return Math.floor(value + this.next())
  }

  pick<T>(things: readonly [T, ...T[]]): T {
    return things[Math.floor(this.next() * things.length)] ?? things[0]
  }
}

/** Splits a whole number by weight. The parts add up to it, and parts without weight get 0. */
export function splitByWeight(whole: number, weights: readonly number[], chance: SeededRandom): number[] {
  let sum = 0
  let last = 0
  for (let index = 0; index < weights.length; index++) {
    const weight = weights[index] ?? 0
    sum += weight
    if (weight > 0) last = index
  }
  const parts = new Array<number>(weights.length).fill(0)
  if (whole === 0) return parts
  const perWeight = sum === 0 ? 0 : whole / sum
  const offset = chance.next()
  let seen = 0
  let given = 0
  for (let index = 0; index < last; index++) {
    seen += weights[index] ?? 0
    const upTo = Math.min(whole, Math.floor(seen * perWeight + offset))
    parts[index] = upTo - given
    given = upTo
  }
  parts[last] = whole - given
  return parts
}
