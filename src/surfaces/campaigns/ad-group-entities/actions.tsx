import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { bulkMost } from '../../../contract/ad-groups/bulk.rules.ts'
import { adGroupEntities } from '../../../contract/ad-groups/entities.ts'
import type { Call } from '../../../contract/endpoint.ts'
import { required } from '../../../contract/fields/fields.rules.ts'
import { useGuest } from '../../../kit/host/guest.tsx'
import { asProblem } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { useLabel } from '../../../parts/scope/client.tsx'
import { useMayDo } from '../../../parts/scope/gate.tsx'
import { useKeptForm } from '../../../parts/resource/stored-form.ts'
import { Form } from '../../../ui/form/form.tsx'
import { MoneyField } from '../../../ui/form/money-field.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { bidDigits } from '../../../parts/money/bid-digits.ts'
import { useCampaign } from '../campaign/gate.tsx'
import { baseBidsOf, bidsOf, goneOf, type Meant, type Pairs, type Whole } from './pairs.ts'
import { useDoing, useFormRejection, useReasonOf } from '../detail/mutation.ts'
import { type Answer, batchesOf, HalfDone, inParts } from '../detail/partial-failure.ts'

/** Requests that change entities of ad groups. Undo is offered when there is a title. */
export function useEntityWrites() {
  const { send } = useRuntime()
  const { at } = useCampaign()
  const does = useDoing()
  const query = { advertiserId: at.advertiserId }
  type Body = Call<typeof adGroupEntities.bid>['body']
  const all = (whole: Whole, bid: string | null) => ({ ...whole, ...(bid === null ? { use_base_bid: true } : { bid }) })
  const bids = (meant: Meant, bid: string | null, bodyOf: (some: Pairs) => Body, title?: string) =>
    does<Answer[]>(
      async () =>
        'whole' in meant
          ? [await send(adGroupEntities.bidAll, { body: all(meant.whole, bid) })]
          : inParts(meant.pairs, bulkMost, (some) => send(adGroupEntities.bid, { body: bodyOf(some) })),
      { fields: ['bid'], ...(title && { title }), batches: batchesOf },
    )
  return {
    bid: (meant: Meant, bid: string, title?: string) => bids(meant, bid, (some) => bidsOf(some, bid), title),
    toBase: (meant: Meant, title?: string) => bids(meant, null, baseBidsOf, title),
    remove: (meant: Meant, title: string) =>
      does<Answer[]>(
        async () =>
          'whole' in meant
            ? [await send(adGroupEntities.removeAll, { body: meant.whole })]
            : inParts(meant.pairs, bulkMost, (some) => send(adGroupEntities.remove, { query, body: goneOf(some) })),
        { fields: ['entities'], title, batches: batchesOf },
      ),
  }
}

/** Called at submit time, so that it uses the bids that the table shows by then. */
type Asked = () => Meant

interface BidDialogProps {
  readonly meant: Asked
  /** Called when another user has changed one of the rows. */
  readonly onStale: () => void
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Sets one bid for all selected entities. */
function BidDialog({ meant, onStale, onClose, onDone }: BidDialogProps) {
  const { t } = useLingui()
  const { currency } = useCampaign()
  const writes = useEntityWrites()
  const rejection = useFormRejection()
  const form = useKeptForm(
    {
      initial: { bid: '' },
      rules: { bid: [required] },
      submit: rejection(({ bid }: { bid: string }) => writes.bid(meant(), bid, t`Bids set`).catch(toldStale(onStale))),
      done: onDone,
    },
    'bid of many',
  )
  return (
    <Modal
      heading={t`Set a bid of their own`}
      note={
        <Plural
          value={meant().count}
          one="For # that is selected; it wins over the base bid."
          other="For # that are selected; it wins over the base bid."
        />
      }
      size="sm"
      isBusy={form.isSending}
      answers={[
        { does: 'cancel', onPress: onClose },
        { does: 'continue', label: t`Set bid`, onPress: () => void form.send() },
      ]}
      onClose={onClose}
    >
      <Form form={form} label={t`Set a bid of their own`}>
        <MoneyField {...form.field('bid', t`Bid, ${currency.currency_code}`)} currency={bidDigits(currency)} />
      </Form>
    </Modal>
  )
}

/** After a version conflict or a partial failure, reloads the rows so that the next attempt uses their current bids. */
const toldStale = (onStale: () => void) => (error: unknown) => {
  if (error instanceof HalfDone || asProblem(error).status === 412) onStale()
  throw error
}

interface ActsProps {
  readonly meant: Asked
  readonly onStale: () => void
  readonly onDone: () => void
}

/** Buttons for the selected entities: set a bid, use the base bid, remove. */
export function EntityActs({ meant, onStale, onDone }: ActsProps) {
  const { t } = useLingui()
  const { notify } = useGuest()
  const { plural } = useLabel()
  const writes = useEntityWrites()
  const reasonOf = useReasonOf()
  const { confirm, question } = useConfirm()
  const [isBidding, setBidding] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const mayNot = useMayDo()({ permissions: ['ad_groups.change'] })
  const isOff = isBusy || mayNot !== undefined
  const run = async (act: () => Promise<unknown>) => {
    if (isOff) return
    setBusy(true)
    try {
      await act().catch(toldStale(onStale))
    } catch (error) {
      const title = error instanceof HalfDone ? t`Not all of it was changed` : t`It was not changed`
      notify({ kind: 'error', title, text: reasonOf(error) })
    }
    setBusy(false)
  }
  const remove = async () => {
    const { count } = meant()
    const isYes = await confirm({
      heading: t`Take away ${plural}?`,
      text: <Plural value={count} one="# is no longer advertised here." other="# are no longer advertised here." />,
      label: t`Take away`,
    })
    if (isYes) await writes.remove(meant(), t`${plural} taken away`).then(onDone)
  }
  const off = { 'aria-disabled': isOff, title: mayNot }
  return (
    <>
      <button type="button" className="bare-act" {...off} onClick={() => !isOff && setBidding(true)}>
        <Trans>Set bid</Trans>
      </button>
      <button
        type="button"
        className="bare-act"
        {...off}
        onClick={() => void run(() => writes.toBase(meant(), t`They use the base bid`).then(onDone))}
      >
        <Trans>Use base bid</Trans>
      </button>
      <button type="button" className="bare-act" {...off} onClick={() => void run(remove)}>
        <Trans>Take away</Trans>
      </button>
      {question}
      {isBidding && (
        <BidDialog
          meant={meant}
          onStale={onStale}
          onClose={() => setBidding(false)}
          onDone={() => {
            setBidding(false)
            onDone()
          }}
        />
      )}
    </>
  )
}
