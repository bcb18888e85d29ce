/** A deterministic random generator: the same seed gives the same values. */
export class SeededRandom {
  #state: number

  constructor(seed: string) {
    let hash = 2_166_136_261
    for (const letter of seed) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619)
    this.#state = hash >>> 0
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  between(min: number, max: number) {
    return min + this.next() * (max - min)
  }

  integer(min: number, max: number) {
    return Math.floor(this.between(min, max + 1))
  }

  /** Rounds up or down at random, so that the average is `value`. */
  near(value: number) {
    return Math.floor(value + this.next())
  }

  pick<T>(items: readonly [T, ...T[]]): T {
    return items[Math.floor(this.next() * items.length)] ?? items[0]
  }
}

/** Splits a total by weight. The parts are integers that add up to it; parts without weight get 0. */
export function splitByWeight(total: number, weights: readonly number[], chance: SeededRandom): number[] {
  let sum = 0
  let lastIndex = 0
  for (let index = 0; index < weights.length; index++) {
    const weight = weights[index] ?? 0
    sum += weight
    if (weight > 0) lastIndex = index
  }
  const parts = new Array<number>(weights.length).fill(0)
  if (total === 0) return parts
  const perWeight = sum === 0 ? 0 : total / sum
  const offset = chance.next()
  let weightSum = 0
  let distributed = 0
  for (let index = 0; index < lastIndex; index++) {
    weightSum += weights[index] ?? 0
    const upTo = Math.min(total, Math.floor(weightSum * perWeight + offset))
    parts[index] = upTo - distributed
    distributed = upTo
  }
  parts[lastIndex] = total - distributed
  return parts
}
