import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { maxEntitiesPerRequest } from '../../../contract/ad-groups/ad-groups.rules.ts'
import { adGroupEntities } from '../../../contract/ad-groups/entities.ts'
import type { Call } from '../../../contract/endpoint.ts'
import { required } from '../../../contract/fields/fields.rules.ts'
import type { Staleness } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { useLabel, withBidDigits } from '../../../parts/scope/client.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { ResourceFormDialog } from '../../../parts/resource/form.tsx'
import { MoneyField } from '../../../ui/form/money-field.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { useCampaign } from '../campaign/gate.tsx'
import { baseBidsOf, bidsOf, removalOf, type AllMatchingEntities, type EntitySelection, type Pairs } from './pairs.ts'
import {
  PartialFailure,
  batchesOf,
  sendInChunks,
  type BatchResponse,
  useCampaignChunks,
  useCampaignTexts,
  useMutationErrorText,
} from '../detail/mutation.tsx'
import { describedTooltip } from '../../../ui/dialog/tooltip-text.ts'

/** Requests that change entities of ad groups. Undo is offered when there is a title. A list that edits cells passes its `exceptHere`. */
export function useEntityMutations(exceptHere?: Staleness['exceptHere']) {
  const { send } = useRuntime()
  const { at } = useCampaign()
  const sendChunks = useCampaignChunks()
  const query = { advertiserId: at.advertiserId }
  type Body = Call<typeof adGroupEntities.bid>['body']
  const all = (whole: AllMatchingEntities, bid: string | null) => ({ ...whole, ...(bid === null ? { use_base_bid: true } : { bid }) })
  const bids = (meant: EntitySelection, bid: string | null, bodyOf: (some: Pairs) => Body, title?: string) =>
    sendChunks<BatchResponse[]>(
      async () =>
        'whole' in meant
          ? [await send(adGroupEntities.bidAll, { body: all(meant.whole, bid) })]
          : sendInChunks(meant.pairs, maxEntitiesPerRequest, (chunk) => send(adGroupEntities.bid, { body: bodyOf(chunk) })),
      { fields: ['bid'], title, batches: batchesOf, exceptHere },
    )
  return {
    bid: (meant: EntitySelection, bid: string, title?: string) => bids(meant, bid, (chunk) => bidsOf(chunk, bid), title),
    toBase: (meant: EntitySelection, title?: string) => bids(meant, null, baseBidsOf, title),
    remove: (meant: EntitySelection, title: string) =>
      sendChunks<BatchResponse[]>(
        async () =>
          'whole' in meant
            ? [await send(adGroupEntities.removeAll, { body: meant.whole })]
            : sendInChunks(meant.pairs, maxEntitiesPerRequest, (chunk) => send(adGroupEntities.remove, { query, body: removalOf(chunk) })),
        { fields: ['entities'], title, batches: batchesOf },
      ),
  }
}

/** Called at submit time, so that it uses the bids that the table shows by then. */
type GetSelection = () => EntitySelection

const bidRules = { bid: [required] }

interface BidDialogProps {
  readonly meant: GetSelection
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Sets one bid for all selected entities. */
function BidDialog({ meant, onClose, onDone }: BidDialogProps) {
  const { t } = useLingui()
  const { currency } = useCampaign()
  const writes = useEntityMutations()
  return (
    <ResourceFormDialog
      name="bid of many"
      heading={t`Set custom bid`}
      note={
        <Plural
          value={meant().count}
          one="For # selected item. Overrides the base bid."
          other="For # selected items. Overrides the base bid."
        />
      }
      size="sm"
      label={t`Set custom bid`}
      initial={{ bid: '' }}
      rules={bidRules}
      texts={useCampaignTexts()}
      save={({ bid }) => writes.bid(meant(), bid, t`Bids updated`)}
      submit={t`Set bid`}
      onClose={onClose}
      done={onDone}
    >
      {(form) => <MoneyField {...form.field('bid', t`Bid, ${currency.currency_code}`)} currency={withBidDigits(currency)} />}
    </ResourceFormDialog>
  )
}

interface ActsProps {
  readonly meant: GetSelection
  readonly onDone: () => void
}

/** Buttons for the selected entities: set a bid, use the base bid, remove. */
export function EntityBulkActions({ meant, onDone }: ActsProps) {
  const { t } = useLingui()
  const { plural } = useLabel()
  const writes = useEntityMutations()
  const { showError } = useMutate()
  const textOf = useMutationErrorText()
  const { confirm, question } = useConfirm()
  const [isBidding, setBidding] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const mayNot = useDisabledReason()({ permissions: ['ad_groups.change'] })
  const isOff = isBusy || mayNot !== undefined
  const run = async (act: () => Promise<unknown>) => {
    if (isOff) return
    setBusy(true)
    try {
      await act()
    } catch (error) {
      const title = error instanceof PartialFailure ? t`Some changes weren’t saved` : t`Couldn’t save your changes`
      showError(title, textOf)(error)
    }
    setBusy(false)
  }
  const remove = async () => {
    const { count } = meant()
    const isYes = await confirm({
      heading: t`Remove ${plural}?`,
      text: (
        <Plural
          value={count}
          one="# will no longer be advertised in this ad group."
          other="# will no longer be advertised in this ad group."
        />
      ),
      label: t`Remove`,
    })
    if (isYes) await writes.remove(meant(), t`${plural} removed`).then(onDone)
  }
  const disabledProps = { 'aria-disabled': isOff, ...describedTooltip(mayNot) }
  return (
    <>
      <button type="button" className="bare-act" {...disabledProps} onClick={() => !isOff && setBidding(true)}>
        <Trans>Set bid</Trans>
      </button>
      <button
        type="button"
        className="bare-act"
        {...disabledProps}
        onClick={() => void run(() => writes.toBase(meant(), t`Base bid applied`).then(onDone))}
      >
        <Trans>Use base bid</Trans>
      </button>
      <button type="button" className="bare-act" {...disabledProps} onClick={() => void run(remove)}>
        <Trans>Remove</Trans>
      </button>
      {question}
      {isBidding && (
        <BidDialog
          meant={meant}
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
