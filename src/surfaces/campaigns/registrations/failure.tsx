import { Trans, useLingui } from '@lingui/react/macro'
import type { RegistrationDetail } from '../../../contract/registrations/registrations.ts'
import { labelIn } from '../../../parts/campaigns/labels.ts'
import { errorWords } from './words.ts'

/** Why a line failed: the platform's message and a short name of the error. */
export function Failure({ line: { error_code, error_message } }: { readonly line: RegistrationDetail }) {
  const { i18n } = useLingui()
  return (
    <span className="cell-lines">
      <span>{error_message ?? <Trans>Unknown error</Trans>}</span>
      {error_code && <small>{labelIn(errorWords, error_code, i18n)}</small>}
    </span>
  )
}
