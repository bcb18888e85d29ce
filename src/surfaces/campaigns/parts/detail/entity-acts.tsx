import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { adGroupEntities, type AdGroupEntityRow } from '../../../../contract/ad-group-entities.ts'
import type { Call } from '../../../../contract/endpoint.ts'
import { required } from '../../../../contract/fields.rules.ts'
import { useGuest } from '../../../../kit/guest.tsx'
import { useRuntime } from '../../../../kit/runtime.tsx'
import { useLabel } from '../../../../parts/client.tsx'
import { useMayDo } from '../../../../parts/gate.tsx'
import { useKeptForm } from '../../../../parts/kept-form.ts'
import { Form } from '../../../../ui/form/form.tsx'
import { MoneyField } from '../../../../ui/form/money-field.tsx'
import type { Selection } from '../../../../ui/grid/grid-selection.ts'
import { useConfirm } from '../../../../ui/overlay/confirm.tsx'
import { Modal } from '../../../../ui/overlay/modal.tsx'
import { bidDigits } from '../../../../parts/bid-digits.ts'
import { useCampaign } from './campaign.tsx'
import { baseBidsOf, bidsOf, goneOf, type Pairs } from './entity-pairs.ts'
import { useDoing, useFormRejection, useReasonOf } from './changing.ts'

/** No call takes more of them than this. */
const atOnce = 1000

/** Does something to many in calls of so many, one after the other. */
export async function inParts<T>(all: readonly T[], send: (some: T[]) => Promise<unknown>) {
  for (let at = 0; at < all.length; at += atOnce) await send(all.slice(at, at + atOnce))
}

/** What can be done with entities that are in ad groups. */
export function useEntityWrites() {
  const { send } = useRuntime()
  const { at } = useCampaign()
  const does = useDoing()
  const query = { advertiserId: at.advertiserId }
  const bids = (pairs: Pairs, bodyOf: (some: Pairs) => Call<typeof adGroupEntities.bid>['body']) =>
    does(() => inParts(pairs, (some) => send(adGroupEntities.bid, { body: bodyOf(some) })), { fields: ['bid'] })
  return {
    bid: (pairs: Pairs, bid: string) => bids(pairs, (some) => bidsOf(some, bid)),
    toBase: (pairs: Pairs) => bids(pairs, baseBidsOf),
    remove: (pairs: Pairs) =>
      does(() => inParts(pairs, (some) => send(adGroupEntities.remove, { query, body: goneOf(some) })), { fields: ['entities'] }),
  }
}

interface BidDialogProps {
  readonly pairs: Pairs
  readonly onClose: () => void
  readonly onDone: () => void
}

/** One bid for all that are selected. */
function BidDialog({ pairs, onClose, onDone }: BidDialogProps) {
  const { t } = useLingui()
  const { currency } = useCampaign()
  const writes = useEntityWrites()
  const rejection = useFormRejection()
  const form = useKeptForm(
    {
      initial: { bid: '' },
      rules: { bid: [required] },
      submit: rejection(({ bid }: { bid: string }) => writes.bid(pairs, bid)),
      done: onDone,
    },
    'bid of many',
  )
  return (
    <Modal
      heading={t`Set a bid of their own`}
      note={
        <Plural
          value={pairs.length}
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

interface ActsProps {
  readonly selection: Selection<AdGroupEntityRow>
  /** Finds all that are selected, of those too that were never in sight. */
  readonly find: (selection: Selection<AdGroupEntityRow>) => Promise<Pairs>
  readonly onDone: () => void
}

/** What is done with the selected entities at once: a bid of their own, the base bid, or taking them away. */
export function EntityActs({ selection, find, onDone }: ActsProps) {
  const { t } = useLingui()
  const { notify } = useGuest()
  const { plural } = useLabel()
  const writes = useEntityWrites()
  const reasonOf = useReasonOf()
  const { confirm, question } = useConfirm()
  const [pairs, setPairs] = useState<Pairs>()
  const [isBusy, setBusy] = useState(false)
  const mayNot = useMayDo()({ permissions: ['ad_groups.change'] })
  const run = async (act: (found: Pairs) => Promise<unknown>, title?: string) => {
    if (isBusy || mayNot !== undefined) return
    setBusy(true)
    try {
      await act(await find(selection))
      if (title) notify({ kind: 'success', title })
    } catch (error) {
      notify({ kind: 'error', title: t`It was not changed`, text: reasonOf(error) })
    }
    setBusy(false)
  }
  const finish = (act: (found: Pairs) => Promise<unknown>) => (found: Pairs) => act(found).then(onDone)
  const remove = async (found: Pairs) => {
    const count = found.length
    const isYes = await confirm({
      heading: t`Take away ${plural}?`,
      text: <Plural value={count} one="# is no longer advertised here." other="# are no longer advertised here." />,
      label: t`Take away`,
    })
    if (isYes) await finish(writes.remove)(found)
  }
  const off = { 'aria-disabled': isBusy || mayNot !== undefined, title: mayNot }
  return (
    <>
      <button type="button" className="bare-act" {...off} onClick={() => void run(async (found) => setPairs(found))}>
        <Trans>Set bid</Trans>
      </button>
      <button type="button" className="bare-act" {...off} onClick={() => void run(finish(writes.toBase), t`They use the base bid`)}>
        <Trans>Use base bid</Trans>
      </button>
      <button type="button" className="bare-act" {...off} onClick={() => void run(remove)}>
        <Trans>Take away</Trans>
      </button>
      {question}
      {pairs && (
        <BidDialog
          pairs={pairs}
          onClose={() => setPairs(undefined)}
          onDone={() => {
            setPairs(undefined)
            notify({ kind: 'success', title: t`Bids set` })
            onDone()
          }}
        />
      )}
    </>
  )
}
