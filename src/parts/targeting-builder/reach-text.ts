import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { TargetingReach } from '../../contract/targeting/targetings.ts'
import { count } from '../../ui/format/format.ts'

/** A reach as text: a range, or "fewer than" the privacy threshold. */
export function reachText({ least, most, fewer_than }: TargetingReach, i18n: I18n): string {
  const figure = (people: number) => count(people, i18n.locale)
  if (least === null || most === null) return i18n._(msg`fewer than ${{ figure: figure(fewer_than ?? 0) }}`)
  return least === most ? figure(least) : `${figure(least)} – ${figure(most)}`
}

/** The same in the user's language. */
export function useReachText() {
  const { i18n } = useLingui()
  return (reach: TargetingReach) => reachText(reach, i18n)
}
