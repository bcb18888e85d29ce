import { Trans, useLingui } from '@lingui/react/macro'
import { fieldWord } from '../../../parts/campaign-words.ts'
import { fieldText } from '../../../parts/change-words.ts'
import { Modal } from '../../../ui/overlay/modal.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import type { Desk } from './draft/desk.ts'

/** Two have changed the same: what each of them says, and whose stays. */
export default function DiffersDialog({ desk: { store, state, currency, ground } }: { readonly desk: Desk }) {
  const { t, i18n } = useLingui()
  const { differences, theirs } = state
  const who = theirs?.changed_by.name ?? ''
  return (
    <Modal
      heading={t`Somebody else has changed this draft`}
      size="lg"
      mustAnswer
      onClose={() => undefined}
      answers={[
        { does: 'exit', label: t`Take theirs`, onPress: store.takeTheirs },
        { does: 'continue', label: t`Keep mine`, onPress: store.keepMine },
      ]}
    >
      <div className="differs">
        {theirs && (
          <p className="quiet">
            <Trans>Last changed by {who}</Trans> <RelativeTime moment={theirs.changed_at} zone={ground.time_zone} />.
          </p>
        )}
        <table>
          <thead>
            <tr>
              <th scope="col">{t`Field`}</th>
              <th scope="col">{t`Mine`}</th>
              <th scope="col">{t`Theirs`}</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ field, mine, theirs: other }) => (
              <tr key={field}>
                <th scope="row">{fieldWord(field, i18n)}</th>
                <td>{fieldText(field, mine, currency, i18n)}</td>
                <td>{fieldText(field, other, currency, i18n)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="quiet">
          <Trans>Everything else that either of you changed stays.</Trans>
        </p>
      </div>
    </Modal>
  )
}
