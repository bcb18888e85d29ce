/** Micros in one unit of a currency; the platform stores costs in micros. */
export const microsPerUnit = 1_000_000n

/** Parses a decimal string. */
export function microsOf(decimal: string): bigint {
  const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(decimal) ?? []
  if (whole === undefined) throw new RangeError(`Not a decimal amount: ${decimal}`)
  const micros = BigInt(whole) * microsPerUnit + BigInt(part.padEnd(6, '0'))
  return sign === '-' ? -micros : micros
}

/** Micros as a decimal string without superfluous zeros. */
export function decimalOf(micros: bigint): string {
  const size = micros < 0n ? -micros : micros
  const part = String(size % microsPerUnit)
    .padStart(6, '0')
    .replace(/0+$/, '')
  return `${micros < 0n ? '-' : ''}${size / microsPerUnit}${part && `.${part}`}`
}

/** Rounds micros to a currency's digits, half to even. */
export function roundMicros(micros: bigint, digits: number): bigint {
  const step = 10n ** BigInt(6 - digits)
  const size = micros < 0n ? -micros : micros
  const rest = size % step
  const floor = size - rest
  const isUp = rest * 2n > step || (rest * 2n === step && (floor / step) % 2n === 1n)
  const rounded = isUp ? floor + step : floor
  return micros < 0n ? -rounded : rounded
}

/** Micros as a decimal string with all digits of a currency. */
export function amountOf(micros: bigint, digits: number): string {
  const [whole, part = ''] = decimalOf(roundMicros(micros, digits)).split('.')
  return digits === 0 ? `${whole}` : `${whole}.${part.padEnd(digits, '0')}`
}

export function minAmount(first: bigint, ...others: readonly bigint[]): bigint {
  let smallest = first
  for (const other of others) if (other < smallest) smallest = other
  return smallest
}

export function maxAmount(first: bigint, ...others: readonly bigint[]): bigint {
  let largest = first
  for (const other of others) if (other > largest) largest = other
  return largest
}

/** What must be added to funds after a planned spend, as a decimal; undefined if they cover it. */
export const missingFunds = (fundsAfter: bigint) => (fundsAfter < 0n ? decimalOf(-fundsAfter) : undefined)
