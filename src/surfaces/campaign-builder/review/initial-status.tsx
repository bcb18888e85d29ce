import { Trans, useLingui } from '@lingui/react/macro'
import { Chips } from '../../../ui/form/radio-group.tsx'
import { useDraftContext } from '../draft/context.ts'

type Status = 'active' | 'pending'

/** Initial status of the campaign. If the client reviews campaigns, the user cannot choose it. */
export function InitialStatus() {
  const { t } = useLingui()
  const { draftConstraints, form } = useDraftContext()
  if (draftConstraints.reviews_campaigns)
    return (
      <p className="quiet">
        <Trans>Campaigns are reviewed before they serve. You can still change bid, budget and end date meanwhile.</Trans>
      </p>
    )
  const field = form.value('status', t`Status`, 'active' as const, false) // active is the default
  return (
    <>
      <Chips<Status>
        {...field}
        isSegments
        choices={[
          { value: 'active', label: t`Active` },
          { value: 'pending', label: t`Pending` },
        ]}
      />
      <p className="quiet" role="status">
        {field.value === 'active' ? (
          <Trans>It becomes active now and serves from its start date.</Trans>
        ) : (
          <Trans>A reviewer must approve it before it serves.</Trans>
        )}
      </p>
    </>
  )
}
