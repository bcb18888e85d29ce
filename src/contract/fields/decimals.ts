const decimal = /^(-?)(\d+)(?:\.(\d+))?$/

/** Whether text is a decimal number as the wire has it. */
export const isDecimal = (text: string) => decimal.test(text)

/** What was typed and could not be read as a number; no decimal begins this way, so that every rule refuses it. */
export const unread = (text: string) => `?${text}`

/** The decimal with no more digits than it needs. */
export function plainDecimal(text: string): string {
  const [, sign = '', whole = '', part = ''] = decimal.exec(text) ?? []
  const [digits, rest] = [whole.replace(/^0+(?=\d)/, ''), part.replace(/0+$/, '')]
  const isZero = digits === '0' && rest === ''
  return `${isZero ? '' : sign}${digits}${rest && `.${rest}`}`
}

/** How many digits stand behind the point. */
export const decimalsIn = (text: string) => decimal.exec(text)?.[3]?.length ?? 0

/** Below, at or above zero as the first is less than, equal to or more than the second; exact at any length. */
export function compareDecimals(one: string, other: string): number {
  const digits = Math.max(decimalsIn(one), decimalsIn(other))
  const scaled = (text: string) => {
    const [, sign = '', whole = '0', part = ''] = decimal.exec(text) ?? []
    return BigInt(`${sign}${whole}${part.padEnd(digits, '0')}`)
  }
  const difference = scaled(one) - scaled(other)
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}
