import type { FieldAnswer } from './faults.ts'

/** Text, a list, a yes or anything else that a field holds; what is empty or an empty list fails. */
export const required = (value: unknown): FieldAnswer => {
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

/** Whether text is one address that mail can go to. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const [name, host] = [text.slice(0, at), text.slice(at + 1)]
  return at > 0 && name.length <= 64 && text.length <= 254 && mailName.test(name) && wholeDomain.test(host)
}

/** One address. */
export const email = (value: string): FieldAnswer => (value === '' || isEmail(value) ? true : { code: 'email' })

/** How many addresses one field takes. */
export const mostEmails = 20

/** What stands between addresses that are pasted or typed one after the other. */
export const betweenEmails = /[\s,;]+/

/** Several addresses, and not too many. */
export const emails =
  (max = mostEmails) =>
  (value: readonly string[]): FieldAnswer => {
    // What found no room is still one text with commas between.
    const each = value.flatMap((text) => text.split(betweenEmails).filter(Boolean))
    if (!value.every(isEmail) && !(each.length > max && each.every(isEmail))) return { code: 'email' }
    return each.length > max ? { code: 'too_many_emails', max } : true
  }

/** What a password needs, each with whether it has it. */
export const passwordParts = (value: string) => ({
  length: [...value].length >= 8,
  lower: /\p{Ll}/u.test(value),
  upper: /\p{Lu}/u.test(value),
  digit: /\d/.test(value),
  special: /[^\p{L}\p{N}\s]/u.test(value),
})

/** A password that has all it needs. */
export const password = (value: string): FieldAnswer =>
  value === '' || Object.values(passwordParts(value)).every(Boolean) ? true : { code: 'password' }

/** Letters, digits, space, dot, hyphen and underscore. */
export const postalCode = (value: string): FieldAnswer => (/^[\p{L}\p{N} ._-]*$/u.test(value) ? true : { code: 'postal_code' })

/** An address of the web: http or https, a domain, and a path if there is one. */
export const url = (value: string): FieldAnswer => (value === '' || address.test(value) ? true : { code: 'url' })

/** How many characters text has, as a person counts them. */
export const charactersIn = (value: string) => [...value].length
/** How many words text has. */
export const wordsIn = (value: string) => value.split(/\s+/).filter(Boolean).length
/** The keywords of a list with commas or one on each line. */
export const keywordsIn = (value: string) =>
  value
    .split(/[,\n]/)
    .map((keyword) => keyword.trim())
    .filter(Boolean)

/** At most so many characters. */
export const maxLength =
  (max: number) =>
  (value: string): FieldAnswer => {
    const over = charactersIn(value) - max
    return over > 0 ? { code: 'max_length', max, over } : true
  }

/** At most so many words. */
export const maxWords =
  (max: number) =>
  (value: string): FieldAnswer => {
    const over = wordsIn(value) - max
    return over > 0 ? { code: 'max_words', max, over } : true
  }

/** No keyword longer than so many characters. */
export const maxKeywordLength =
  (max: number) =>
  (value: string): FieldAnswer =>
    keywordsIn(value).some((keyword) => charactersIn(keyword) > max) ? { code: 'keyword_length', max } : true
