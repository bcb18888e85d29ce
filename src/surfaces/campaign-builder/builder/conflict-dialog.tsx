import { Trans, useLingui } from '@lingui/react/macro'
import { fieldLabel } from '../../../parts/campaigns/labels.ts'
import { ChangeValue } from '../../../parts/campaigns/change-value.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { Since } from '../../../parts/time/since.tsx'
import type { DraftContext } from '../draft/context.ts'

/** Shows the fields that both users have changed, and asks which values to keep. */
export default function ConflictDialog({ desk: { store, state, currency, draftConstraints, clientId } }: { readonly desk: DraftContext }) {
  const { t, i18n } = useLingui()
  const { fieldConflicts, theirs } = state
  const { experience_id: experience } = state.draft
  const targetingSource = { memberGroupId: clientId, ...(experience !== null && { experienceId: experience }) }
  const who = theirs?.changed_by.name ?? ''
  return (
    <Modal
      heading={t`Another user edited this draft`}
      size="lg"
      requiresChoice
      onClose={() => undefined}
      actions={[
        { does: 'exit', label: t`Use theirs`, onPress: store.takeTheirs },
        { does: 'continue', label: t`Keep mine`, onPress: store.keepMine },
      ]}
    >
      <div className="differs">
        {theirs && (
          <p className="quiet">
            <Trans>Last edited by {who}</Trans> <Since moment={theirs.changed_at} zone={draftConstraints.time_zone} />.
          </p>
        )}
        <table>
          <thead>
            <tr>
              <th scope="col">{t`Field`}</th>
              <th scope="col">{t`Your version`}</th>
              <th scope="col">{t`Their version`}</th>
            </tr>
          </thead>
          <tbody>
            {fieldConflicts.map(({ field, mine, theirs: other }) => (
              <tr key={field}>
                <th scope="row">{fieldLabel(field, i18n)}</th>
                <td>
                  <ChangeValue {...{ field, currency, targetingSource }} value={mine} />
                </td>
                <td>
                  <ChangeValue {...{ field, currency, targetingSource }} value={other} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="quiet">
          <Trans>All other changes from both of you are kept.</Trans>
        </p>
      </div>
    </Modal>
  )
}
