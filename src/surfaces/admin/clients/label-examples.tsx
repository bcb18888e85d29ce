import { Trans, useLingui } from '@lingui/react/macro'
import type { Label } from '../../../parts/scope/client.tsx'

/** Sentences of the product with a client's word for its entities, while it is typed. */
export function LabelExamples({ singular, plural }: Label) {
  const { t } = useLingui()
  return (
    <section className="detail-part" aria-label={t`Examples with the words`}>
      <p className="quiet">
        <Trans>This is how the words appear:</Trans>
      </p>
      <ul dir="auto">
        <li>
          <Trans>Add {plural} to the ad group</Trans>
        </li>
        <li>
          <Trans>1 {singular} selected</Trans>
        </li>
        <li>
          <Trans>No {plural} match the filters</Trans>
        </li>
        <li>
          <Trans>Spend by {singular}</Trans>
        </li>
        <li>
          <Trans>Remove this {singular} from the campaign</Trans>
        </li>
      </ul>
    </section>
  )
}
