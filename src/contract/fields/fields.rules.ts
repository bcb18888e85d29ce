import type { FieldRuleResult } from './faults.ts'

/** Fails for empty text, an empty list, false, null and undefined. */
export const required = (value: unknown): FieldRuleResult => {
  if (Array.isArray(value)) return value.length > 0 || { code: 'required', of: 'list' }
  if (value === false) return { code: 'required', of: 'yes' }
  const isEmpty = value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
  return isEmpty ? { code: 'required', of: 'value' } : true
}

const mailName = /^[^\s@,;:<>()[\]\\".]+(?:\.[^\s@,;:<>()[\]\\".]+)*$/
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?'
const domain = `(?:${label}\\.)+(?:xn--[a-z0-9-]{2,59}|\\p{L}{2,63})`
const wholeDomain = new RegExp(`^${domain}$`, 'iu')
const address = new RegExp(`^https?://${domain}(?::\\d{1,5})?(?:[/?#]\\S*)?$`, 'iu')

/** Whether text is one valid email address. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const name = text.slice(0, at)
  const host = text.slice(at + 1)
  return at > 0 && name.length <= 64 && text.length <= 254 && mailName.test(name) && wholeDomain.test(host)
}

export const email = (value: string): FieldRuleResult => (value === '' || isEmail(value) ? true : { code: 'email' })

/** Maximum number of addresses in one field. */
export const maxEmails = 20

/** Separators between pasted or typed addresses. */
export const emailSeparators = /[\s,;]+/

/** A list of valid addresses, up to a maximum. */
export const emails =
  (max = maxEmails) =>
  (value: readonly string[]): FieldRuleResult => {
    // Addresses beyond the maximum are still one text with separators.
    const each = value.flatMap((text) => text.split(emailSeparators).filter(Boolean))
    if (!value.every(isEmail) && !(each.length > max && each.every(isEmail))) return { code: 'email' }
    return each.length > max ? { code: 'too_many_emails', max } : true
  }

/** The requirements of a password, and whether each is met. */
export const passwordParts = (value: string) => ({
  length: [...value].length >= 8,
  lower: /\p{Ll}/u.test(value),
  upper: /\p{Lu}/u.test(value),
  digit: /\d/.test(value),
  special: /[^\p{L}\p{N}\s]/u.test(value),
})

/** A password that meets all requirements, or empty. */
export const password = (value: string): FieldRuleResult =>
  value === '' || Object.values(passwordParts(value)).every(Boolean) ? true : { code: 'password' }

/** Letters, digits, space, dot, hyphen and underscore. */
export const postalCode = (value: string): FieldRuleResult => (/^[\p{L}\p{N} ._-]*$/u.test(value) ? true : { code: 'postal_code' })

/** A web URL with http or https, a domain and an optional path, or empty. */
export const url = (value: string): FieldRuleResult => (value === '' || address.test(value) ? true : { code: 'url' })

/** The number of characters, counted by code point. */
export const charactersIn = (value: string) => [...value].length
export const wordsIn = (value: string) => value.split(/\s+/).filter(Boolean).length
/** The keywords in text that is separated by commas or line breaks. */
export const keywordsIn = (value: string) =>
  value
    .split(/[,\n]/)
    .map((keyword) => keyword.trim())
    .filter(Boolean)

export const maxLength =
  (max: number) =>
  (value: string): FieldRuleResult => {
    const over = charactersIn(value) - max
    return over > 0 ? { code: 'max_length', max, over } : true
  }

export const maxWords =
  (max: number) =>
  (value: string): FieldRuleResult => {
    const over = wordsIn(value) - max
    return over > 0 ? { code: 'max_words', max, over } : true
  }

export const maxKeywordLength =
  (max: number) =>
  (value: string): FieldRuleResult =>
    keywordsIn(value).some((keyword) => charactersIn(keyword) > max) ? { code: 'keyword_length', max } : true
