const decimal = /^(-?)(\d+)(?:\.(\d+))?$/

/** Whether text is a decimal number in the format of requests. */
export const isDecimal = (text: string) => decimal.test(text)

/** Marks input that could not be parsed as a number. No decimal starts with `?`, so every rule rejects it. */
export const unparsedNumber = (text: string) => `?${text}`

/** The decimal without superfluous zeros. */
export function plainDecimal(text: string): string {
  const [, sign = '', whole = '', part = ''] = decimal.exec(text) ?? []
  const digits = whole.replace(/^0+(?=\d)/, '')
  const rest = part.replace(/0+$/, '')
  const isZero = digits === '0' && rest === ''
  return `${isZero ? '' : sign}${digits}${rest && `.${rest}`}`
}

/** Number of digits after the decimal point. */
export const decimalsIn = (text: string) => decimal.exec(text)?.[3]?.length ?? 0

/** Negative, zero or positive, like a sort comparison; exact at any length. */
export function compareDecimals(one: string, other: string): number {
  const digits = Math.max(decimalsIn(one), decimalsIn(other))
  const scaled = (text: string) => {
    const [, sign = '', whole = '0', part = ''] = decimal.exec(text) ?? []
    return BigInt(`${sign}${whole}${part.padEnd(digits, '0')}`)
  }
  const difference = scaled(one) - scaled(other)
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}
