import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { clientTerms } from '../../../../contract/clients/client-terms.ts'
import { Changes } from '../../../../parts/resource/changes.tsx'
import { recordHistory } from '../../../../parts/resource/record-history.ts'
import { useScope } from '../../../../parts/scope/scope.tsx'
import { ownZone } from '../../../../parts/time/own-zone.ts'
import { languageName } from './words.ts'

/** The text of each language is a field of its own, such as `url.de`. */
function languageLabel(field: string, i18n: I18n) {
  const [, code] = /^url\.(.+)$/.exec(field) ?? []
  return code === undefined ? field : languageName(code, i18n)
}

/** A reset has no undo, because users may have accepted the new text already. */
const termsChanges = recordHistory(clientTerms.changes, {
  kinds: { changed: msg`published terms` },
  fields: { asked_again: msg`Users asked again`, version: msg`Version` },
  labelOf: languageLabel,
})

/** Earlier versions of the terms, with their author and the number of users who had to accept them again. */
export default function TermsHistory() {
  const { clientId: memberGroupId } = useScope()
  return <Changes of={termsChanges} id={{ memberGroupId }} zone={ownZone()} />
}
