import { Trans, useLingui } from '@lingui/react/macro'
import { bidLimitsOf } from '../../../contract/drafts/amounts.rules.ts'
import type { AdGroupDraft } from '../../../contract/drafts/drafts.ts'
import { noTargeting } from '../../../contract/targeting/targetings.ts'
import { withBidDigits, useLabel } from '../../../parts/scope/client.tsx'
import { BidFields } from '../../../parts/money/bid-fields.tsx'
import { fieldLabel } from '../../../parts/campaigns/labels.ts'
import { fieldText } from '../../../parts/campaigns/change-texts.ts'
import { TargetingBuilder } from '../../../parts/targeting-builder/targeting-builder.tsx'
import { DatePicker } from '../../../ui/date/picker.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { MoneyField } from '../../../ui/form/money-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { CurrencyFormat } from '../../../ui/format/format.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { Drawer } from '../../../ui/dialog/modal.tsx'
import { weekStartOf } from '../../../ui/date/week-start.ts'
import { useDraftContext } from '../draft/context.ts'
import { SaveStatus } from '../builder/save-status.tsx'
import { GroupEntities, Pacing, Period } from './ad-group-fields.tsx'
import type { AdGroupSaving } from './ad-group-saving.ts'
import { useAdGroup } from './use-ad-group.ts'

type AdGroupSaveStatusProps = Pick<AdGroupSaving, 'saving' | 'failure' | 'differing' | 'theirs'> & { readonly currency: CurrencyFormat }

/** Save state of the ad group, and the conflicting changes of another user. */
function AdGroupSaveStatus({ saving, failure, differing, theirs, currency }: AdGroupSaveStatusProps) {
  const { t, i18n } = useLingui()
  return (
    <>
      {differing.length > 0 && (
        <Callout kind="warning" isAnnounced heading={t`Another user edited the same fields`}>
          {differing.map((name) => `${fieldLabel(name, i18n)}: ${fieldText(name, theirs[name], currency, i18n)}`).join(' · ')}{' '}
          <Trans>Saving the ad group replaces their changes with yours.</Trans>
        </Callout>
      )}
      <SaveStatus state={{ saving: saving === 'offline' ? 'refused' : saving, savedAt: undefined }} />
      {failure && (
        <Callout kind="error" isAnnounced heading={t`Couldn’t save the ad group`}>
          {failure}
        </Callout>
      )}
    </>
  )
}

/** Editor of one ad group; empty fields use the campaign's values. */
export function AdGroupEditor({ group, onClose }: { readonly group: AdGroupDraft; readonly onClose: () => void }) {
  const { t, i18n } = useLingui()
  const desk = useDraftContext()
  const { draftConstraints, currency, state, targeting } = desk
  const { data, set, field, close, closing, saving, isClosing, failure, question, differing, theirs } = useAdGroup(group, desk, onClose)
  const { plural } = useLabel()
  const limits = bidLimitsOf(state.data, draftConstraints)
  const days = { today: draftConstraints.today, weekStart: weekStartOf(i18n.locale) }
  const { currency_code: code } = currency
  return (
    <Drawer
      heading={data.name?.trim() || t`Ad group`}
      note={t`Empty fields use the campaign’s settings.`}
      size="2xl"
      isBusy={isClosing}
      onClose={() => void close(false)}
      actions={[{ does: 'continue', label: t`Save ad group`, onPress: () => void close(true) }]}
    >
      <div className="builder-form">
        {question}
        {closing}
        <AdGroupSaveStatus {...{ saving, failure, differing, theirs, currency }} />
        <TextField {...field('name', t`Name`)} />
        <BidFields
          bid={field('base_bid', t`Base bid, ${code}`)}
          currency={withBidDigits(currency)}
          minBid={limits?.min_bid}
          maxBid={limits?.max_bid}
        />
        <MoneyField {...field('budget', t`Budget, ${code}`)} currency={currency} help={t`Up to the campaign budget.`} />
        {data.budget?.trim() && <Period data={data} set={set} />}
        <Pacing data={data} set={set} pacings={draftConstraints.pacings} />
        <div className="field-pair">
          <DatePicker {...field('start_date', t`Start date`)} {...days} />
          <DatePicker {...field('end_date', t`End date`)} {...days} />
        </div>
        <Disclosure heading={plural} note={group.entity_count > 0 ? String(group.entity_count) : <Trans>same as campaign</Trans>}>
          <GroupEntities group={group} />
        </Disclosure>
        <Disclosure heading={<Trans>Targeting</Trans>}>
          <TargetingBuilder value={data.targeting ?? noTargeting} onChange={(next) => set({ targeting: next })} options={targeting} />
        </Disclosure>
      </div>
    </Drawer>
  )
}
