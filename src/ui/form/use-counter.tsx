import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { charactersIn, keywordsIn, wordsIn } from '../../contract/fields/fields.rules.ts'
import { charactersLeft, faultText, wordsLeft } from './rule-words.tsx'

/** What a text may have at most; the same numbers as in its rules. */
export interface Limits {
  readonly maxLength?: number | undefined
  readonly maxWords?: number | undefined
  readonly maxKeywordLength?: number | undefined
}

/** What is left, or by how much it is too long. */
export function useCounter(value: string, { maxLength, maxWords, maxKeywordLength }: Limits): ReactNode {
  const { i18n } = useLingui()
  const bad = (text: string) => <span className="bad">{text}</span>
  if (maxKeywordLength !== undefined && keywordsIn(value).some((keyword) => charactersIn(keyword) > maxKeywordLength))
    return bad(faultText({ code: 'keyword_length', max: maxKeywordLength }, i18n))
  if (maxWords !== undefined) {
    const left = maxWords - wordsIn(value)
    return left < 0 ? bad(faultText({ code: 'max_words', max: maxWords, over: -left }, i18n)) : wordsLeft(left, i18n)
  }
  if (maxLength === undefined) return undefined
  const left = maxLength - charactersIn(value)
  return left < 0 ? bad(faultText({ code: 'max_length', max: maxLength, over: -left }, i18n)) : charactersLeft(left, i18n)
}
