import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { DraftPart } from '../../../contract/drafts/steps.rules.ts'
import { maxCommentLength } from '../../../contract/drafts/drafts.rules.ts'
import { maxDraftNameLength } from '../../../contract/drafts/amounts.rules.ts'
import { channelLabel } from '../../../parts/campaigns/labels.ts'
import { ScheduleFields } from '../../../parts/campaigns/schedule-fields.tsx'
import { dayRange, money } from '../../../ui/format/format.ts'
import { Select } from '../../../ui/select/select.tsx'
import { NumberField } from '../../../ui/form/number-field.tsx'
import { TextArea, TextField } from '../../../ui/form/text-field.tsx'
import { useDraftContext } from '../draft/context.ts'
import { StepSection } from './section.tsx'

/** Target return on ad spend. Unless it is required, an empty field means no goal. */
function Goal({ isRequired = false }: { readonly isRequired?: boolean }) {
  const { t } = useLingui()
  const { form, store } = useDraftContext()
  const field = form.text('goal_roas', t`ROAS goal`, isRequired)
  return (
    <NumberField
      {...field}
      digits={2}
      unit="×"
      help={
        isRequired
          ? t`Target return on ad spend, e.g. 5 for 5× revenue.`
          : t`Target return on ad spend, e.g. 5 for 5× revenue. Leave empty for no goal.`
      }
      onChange={(goal_roas) => store.set({ goal_roas, goal_type: goal_roas.trim() ? 'ROAS' : null })}
    />
  )
}

function Channel() {
  const { t, i18n } = useLingui()
  const { form, draftConstraints, store, state } = useDraftContext()
  const { channel } = state.data
  // A new options array would close the open menu, so it changes only when the names do.
  const names = draftConstraints.channels.join('\n')
  const options = useMemo(
    () =>
      names
        .split('\n')
        .filter(Boolean)
        .map((name) => ({ id: name, label: channelLabel(name, i18n) })),
    [names, i18n],
  )
  const { onChange: _, value: __, ...field } = form.text('channel', t`Channel`)
  return (
    <Select
      {...field}
      options={options}
      value={channel ? { id: channel, label: channelLabel(channel, i18n) } : null}
      onChange={(item) => store.set({ channel: String(item?.id ?? '') })}
    />
  )
}

function Order() {
  const { t, i18n } = useLingui()
  const { form, draftConstraints, store, state } = useDraftContext()
  const { currency_code, currency_digits, today } = draftConstraints
  const { insertion_order_id: id } = state.data
  const { insertion_orders: orders } = draftConstraints
  const options = useMemo(
    () =>
      orders.map(({ insertion_order_id, name, number, start_date, end_date, status, remaining }) => {
        const left = remaining === null ? undefined : money(remaining, { currency_code, currency_digits }, i18n.locale)
        const notes = [
          number,
          dayRange(start_date, end_date, i18n.locale, today),
          ...(left === undefined ? [] : [t`${left} left`]),
          ...(status === 'open' ? [t`Not approved yet`] : []),
        ]
        return { id: insertion_order_id, label: name, note: notes.join(' · ') }
      }),
    [orders, currency_code, currency_digits, today, i18n, t],
  )
  const order = options.find((item) => item.id === id)
  const { onChange: _, value: __, ...field } = form.value('insertion_order_id', t`Insertion order`, null, false)
  return (
    <Select
      {...field}
      options={options}
      value={order ?? null}
      onChange={(item) => store.set({ insertion_order_id: typeof item?.id === 'number' ? item.id : null })}
    />
  )
}

function Schedule() {
  const { t } = useLingui()
  const { form, draftConstraints } = useDraftContext()
  return (
    <StepSection heading={<Trans>Schedule</Trans>}>
      <ScheduleFields
        alwaysOn={form.value('always_on', t`Duration`, undefined)}
        start={form.text('start_date', t`Start date`)}
        end={form.text('end_date', t`End date`)}
        today={draftConstraints.today}
        zone={draftConstraints.time_zone}
      />
    </StepSection>
  )
}

/** Name, channel, schedule, goal and comment. */
export function Basics({ parts }: { readonly parts: ReadonlySet<DraftPart> }) {
  const { t } = useLingui()
  const { form, draftConstraints, state } = useDraftContext()
  const isGoalFirst = state.draft.flow === 'v2'
  const hasMore = parts.has('comment')
  return (
    <>
      <StepSection heading={isGoalFirst ? <Trans>Goal, name and channel</Trans> : <Trans>Name and channel</Trans>}>
        {parts.has('goal_roas') && isGoalFirst && <Goal isRequired />}
        <TextField {...form.text('name', t`Campaign name`)} maxLength={maxDraftNameLength} help={t`Only your team sees this name.`} />
        <Channel />
      </StepSection>
      {parts.has('start_date') && <Schedule />}
      {hasMore && (
        <StepSection heading={isGoalFirst ? <Trans>For review</Trans> : <Trans>Goal and insertion order</Trans>}>
          {!isGoalFirst && <Goal />}
          {draftConstraints.insertion_orders.length > 0 && <Order />}
          <TextArea
            {...form.text('comment', t`Comment`, false)}
            maxLength={maxCommentLength}
            help={t`Visible to reviewers and your team.`}
          />
        </StepSection>
      )}
    </>
  )
}
