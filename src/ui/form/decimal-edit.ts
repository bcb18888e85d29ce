import type { FieldFault } from '../../contract/fields/faults.ts'
import { parsePastedDecimal, type DecimalStyle, formatDecimal, groupThousands, parseDecimal, separatorsOf } from './decimal-text.ts'

/** Text of an input and its caret position. */
export interface TextEdit {
  readonly text: string
  readonly caret: number
  /** The key deleted the character after the caret (Delete). */
  readonly isForward?: boolean
}

export interface EditedText extends TextEdit {
  /** The reason why a key was rejected. */
  readonly notice?: FieldFault
}

export interface EditRules extends DecimalStyle {
  readonly mayBeNegative?: boolean
  /** Message for a decimal separator in a field of whole numbers. */
  readonly noFraction: FieldFault
  readonly otherKey: FieldFault
}

const isDigit = (letter: string) => /\d/.test(letter)
const significant = (text: string, decimal: string) =>
  [...text].filter((letter) => isDigit(letter) || letter === decimal || letter === '-').length

/** Caret position after `count` digits; skips the separator when moving forward. */
function caretAfter(text: string, count: number, decimal: string, isForward: boolean): number {
  let at = 0
  for (let passed = 0; at < text.length && passed < count; at++) if (significant(text.charAt(at), decimal)) passed++
  return isForward && at > 0 && at < text.length && !significant(text.charAt(at), decimal) ? at + 1 : at
}

/** The inserted text: the part up to the caret that differs from the text before. */
function insertedIn(before: string, after: TextEdit): string {
  const tail = after.text.length - after.caret
  let start = 0
  const end = Math.min(after.caret, before.length - Math.min(tail, before.length))
  while (start < end && before[start] === after.text[start]) start++
  return after.text.slice(start, after.caret)
}

/** Reason to reject one typed character. Longer input, such as autofill, is accepted and validated later. */
function refusalOf(key: string, text: string, before: string, rules: EditRules): FieldFault | undefined {
  if ([...key].length !== 1) return undefined
  const { group, decimal } = separatorsOf(rules.locale)
  if (!isDigit(key) && !`${group}${decimal}- \u00a0\u202f`.includes(key)) return rules.otherKey
  if (key === '-' && !rules.mayBeNegative) return { code: 'negative' }
  if (rules.digits === 0) return key === decimal ? rules.noFraction : undefined
  const partOf = (digits: string) => (digits.includes(decimal) ? digits.length - digits.indexOf(decimal) - 1 : 0)
  return partOf(text) > Math.max(rules.digits, partOf(before)) ? { code: 'decimals', max: rules.digits } : undefined
}

function regrouped(before: string, after: TextEdit, inserted: string, rules: EditRules): EditedText {
  const { locale } = rules
  const { decimal } = separatorsOf(locale)
  const wasRead = before === '' || before === '-' || parseDecimal(before, locale) !== undefined
  const isDigits = [...inserted].every((sign) => isDigit(sign) || sign === decimal || sign === '-')
  const bare = after.text.replace(/[^\d-]/g, (sign) => (sign === decimal ? sign : ''))
  if (!wasRead || !isDigits || bare.split(decimal).length > 2) return after
  const [, sign = '', integerPart = '', fraction = ''] = /^(-?)(\d*)(.*)$/.exec(bare) ?? []
  const text = `${sign}${groupThousands(integerPart, locale)}${fraction}`
  const digitsBefore = significant(after.text.slice(0, after.caret), decimal)
  return { text, caret: caretAfter(text, digitsBefore, decimal, after.isForward ?? false) }
}

/** Converts full-width characters, as Japanese keyboards type them, to ASCII. */
const toHalfWidth = (text: string) => text.replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))

/** Applies one edit: rejects it with a notice, or accepts it, regroups the thousands and keeps the caret in place. */
export function editDecimal(before: string, typed: TextEdit, rules: EditRules): EditedText {
  const after = { ...typed, text: toHalfWidth(typed.text) }
  const inserted = insertedIn(before, after)
  const notice = refusalOf(inserted, after.text, before, rules)
  if (notice) return { text: before, caret: Math.min(before.length, Math.max(0, after.caret - inserted.length)), notice }
  return regrouped(before, after, inserted, rules)
}

/** Applies a paste. If it replaces the whole text, it is parsed as an amount in any format; otherwise it is inserted as it is. */
export function pasteDecimal(before: string, from: number, to: number, pasted: string, rules: EditRules): TextEdit {
  const isWhole = before.slice(0, from).trim() === '' && before.slice(to).trim() === ''
  const copied = isWhole ? parsePastedDecimal(pasted, rules.locale) : undefined
  if (copied !== undefined) {
    const text = formatDecimal(copied, rules)
    return { text, caret: text.length }
  }
  const bare = pasted.trim()
  const text = `${before.slice(0, from)}${bare}${before.slice(to)}`
  const read = parseDecimal(text, rules.locale)
  const formatted = read === undefined ? text : formatDecimal(read, rules)
  return { text: formatted, caret: Math.max(0, formatted.length - (before.length - to)) }
}
