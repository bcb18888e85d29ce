import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import type { Result } from '../../../contract/endpoint.ts'
import { insertionOrders } from '../../../contract/insertion-orders/insertion-orders.ts'
import { containsPattern } from '../../../contract/list.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { useAttempt, useMutate } from '../../../kit/mutate.ts'
import { ResourceError } from '../../../parts/resource/resource.tsx'
import { useDebouncedText } from '../../../parts/time/use-debounced.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { SearchBox } from '../../../ui/form/search-box.tsx'
import { count } from '../../../ui/format/format.ts'
import { Select } from '../../../ui/select/select.tsx'
import type { SelectedOption } from '../../../ui/select/option.ts'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { orderData, useOrder } from '../context.tsx'
import { useReasonText } from '../words.ts'
import { pathOf } from '../order-path.ts'
import { useRefusalTexts } from './refusal-texts.ts'

const pageSize = 20
/** The platform links this many campaigns in one request. */
const maxLinked = 200
type LinkResult = Result<typeof insertionOrders.link>['results'][number]
/** A campaign to link; after a dry run with the order that it leaves. */
type LinkedCampaign = Pick<LinkResult, 'campaign_id'> & Partial<Pick<LinkResult, 'moves_from_id'>>

interface ChoiceProps {
  readonly chosen: ReadonlySet<number>
  readonly onToggle: (campaignId: number, isChosen: boolean) => void
}

/** The campaigns that could be linked, one page at a time. */
function CampaignChoice({ chosen, onToggle }: ChoiceProps) {
  const { t, i18n } = useLingui()
  const order = useOrder()
  const [text, setText] = useState('')
  const [start, setStart] = useState(0)
  const search = useDebouncedText(text.trim())
  const body = {
    pagination: { start, count: pageSize },
    ...(search && { filters: [{ field: 'name', operation: 'ILIKE' as const, value: containsPattern(search) }] }),
  }
  const { data, error, mutate } = useRead(insertionOrders.availableCampaigns, { path: pathOf(order), body }, { keepPreviousData: true })
  const noteOf = (advertiser: string, currentOrder: string | null) => {
    if (order.advertiser_id !== null) return currentOrder === null ? undefined : t`Now in ${currentOrder}`
    return currentOrder === null ? advertiser : t`${advertiser} · now in ${currentOrder}`
  }
  const clear = () => {
    setText('')
    setStart(0)
  }
  if (error && !data)
    return <ResourceError problem={error} brokenHeading={<Trans>Couldn’t load the campaigns</Trans>} onRetry={() => void mutate()} />
  if (!data) return <LoadingSkeleton height={160} />
  const { campaigns, total } = data
  const [from, until, all] = [Math.min(start + 1, total), Math.min(start + pageSize, total), total].map((at) => count(at, i18n.locale))
  return (
    <>
      <SearchBox
        label={t`Search campaigns`}
        value={text}
        onChange={(next) => {
          setText(next)
          setStart(0)
        }}
      />
      <fieldset className="order-choices" aria-label={t`Campaigns`}>
        {campaigns.map(({ campaign_id: id, name, advertiser_name, current_order }) => (
          <Checkbox
            key={id}
            label={name}
            help={noteOf(advertiser_name, current_order)}
            disabledBecause={chosen.size >= maxLinked && !chosen.has(id) ? t`Choose at most ${maxLinked} campaigns` : undefined}
            value={chosen.has(id)}
            onChange={(isChosen) => onToggle(id, isChosen)}
          />
        ))}
      </fieldset>
      {total === 0 &&
        (search ? (
          <div className="row order-tools">
            <p className="quiet" role="status">
              <Trans>No campaign matches the search.</Trans>
            </p>
            <Button onPress={clear}>
              <Trans>Clear search</Trans>
            </Button>
          </div>
        ) : (
          <p className="quiet">
            <Trans>No campaigns can be linked.</Trans>
          </p>
        ))}
      <p className="quiet" role="status">
        <Plural value={chosen.size} one="# campaign is chosen." other="# campaigns are chosen." />
      </p>
      {total > pageSize && (
        <div className="row">
          <span className="quiet" role="status">
            <Trans>
              {from} to {until} of {all}
            </Trans>
          </span>
          <Button disabledBecause={start === 0 ? t`This is the first page` : undefined} onPress={() => setStart(start - pageSize)}>
            <Trans>Previous</Trans>
          </Button>
          <Button
            disabledBecause={start + pageSize >= total ? t`This is the last page` : undefined}
            onPress={() => setStart(start + pageSize)}
          >
            <Trans>Next</Trans>
          </Button>
        </div>
      )}
    </>
  )
}

interface ResultListProps {
  readonly results: readonly LinkResult[]
}

/** What a dry run says about each campaign. */
function Preview({ results }: ResultListProps) {
  const { t } = useLingui()
  const order = useOrder()
  const reasonText = useReasonText()
  return (
    <ul className="order-plain" aria-label={t`Result`}>
      {results.map(({ campaign_id, name, refusal, moves_from }) => {
        const reason = refusal && reasonText(refusal, order)
        if (reason)
          return (
            <li key={campaign_id}>
              <Trans>
                <b>{name}</b>: <span className="bad">Not linked. {reason}</span>
              </Trans>
            </li>
          )
        return (
          <li key={campaign_id}>
            {moves_from === null ? (
              <Trans>
                <b>{name}</b>: Will be linked.
              </Trans>
            ) : (
              <Trans>
                <b>{name}</b>: Moves from {moves_from}. Its earlier spend stays there.
              </Trans>
            )}
          </li>
        )
      })}
    </ul>
  )
}

interface DialogProps {
  readonly onClose: () => void
}

/** The campaigns that were refused although the dry run accepted them. */
function Refusals({ results, onClose }: ResultListProps & DialogProps) {
  const { t } = useLingui()
  return (
    <Modal
      heading={<Trans>Link campaigns</Trans>}
      size="2xl"
      onClose={onClose}
      actions={[{ does: 'exit', label: t`Close`, onPress: onClose }]}
    >
      <Callout kind="error" heading={t`These campaigns were not linked`} isAnnounced>
        <Preview results={results} />
      </Callout>
    </Modal>
  )
}

/** Links campaigns to a line of the order. A dry run shows refusals and moves before anything is saved. */
export default function LinkDialog({ onClose }: DialogProps) {
  const { t } = useLingui()
  const order = useOrder()
  const { notify } = useElementContext()
  const { mutate } = useMutate()
  const texts = useRefusalTexts()
  const { isPending, problem, attempt } = useAttempt()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [results, setResults] = useState<readonly LinkResult[]>()
  const [refused, setRefused] = useState<readonly LinkResult[]>()
  const options = useMemo(() => order.lines.map(({ line_id: id, name: label }) => ({ id, label })), [order.lines])
  const onlyLine = options.length === 1 ? options[0] : undefined
  const [line, setLine] = useState<SelectedOption | null>(onlyLine ?? null)
  const lineId = line ? Number(line.id) : null
  const linkable = results?.filter(({ refusal }) => refusal === null) ?? []
  const toggle = (id: number, isChosen: boolean) => setChosen(new Set(isChosen ? [...chosen, id] : [...chosen].filter((one) => one !== id)))
  const linkAll = (campaigns: readonly LinkedCampaign[], isDryRun: boolean) => {
    const link = campaigns.map((campaign) => ({ ...campaign, line_id: lineId }))
    const call = { path: pathOf(order), body: { link, ...(isDryRun && { dry_run: true }) } }
    // A dry run changes nothing, but may find that the order on screen is outdated.
    return attempt(mutate(insertionOrders.link, call, { version: order.version, stale: orderData }))
  }
  const check = async () => {
    const checked = await linkAll(
      [...chosen].map((campaign_id) => ({ campaign_id })),
      true,
    )
    if (checked) setResults(checked.results)
  }
  const link = async () => {
    const done = await linkAll(
      linkable.map(({ campaign_id, moves_from_id }) => ({ campaign_id, moves_from_id })),
      false,
    )
    if (!done) return
    const failed = done.results.filter(({ refusal }) => refusal !== null)
    const linked = done.results.length - failed.length
    if (linked > 0)
      notify({ kind: 'success', title: t`${plural(linked, { one: '# campaign linked', other: '# campaigns linked' })}`, text: order.name })
    if (failed.length > 0) setRefused(failed)
    else onClose()
  }
  const noChoice = chosen.size === 0 ? t`Choose at least one campaign` : undefined
  const noLine = options.length > 0 && line === null ? t`Choose a line` : undefined
  const noLinkable = linkable.length === 0 ? t`None of these campaigns can be linked` : undefined
  const number = linkable.length
  if (refused) return <Refusals results={refused} onClose={onClose} />
  return (
    <Modal
      heading={<Trans>Link campaigns</Trans>}
      size="2xl"
      isBusy={isPending}
      onClose={onClose}
      actions={
        results
          ? [
              { does: 'exit', label: t`Back`, onPress: () => setResults(undefined) },
              {
                does: 'continue',
                label: <Plural value={number} one="Link # campaign" other="Link # campaigns" />,
                disabledBecause: noLinkable,
                onPress: () => void link(),
              },
            ]
          : [
              { does: 'cancel', onPress: onClose },
              { does: 'continue', disabledBecause: noChoice ?? noLine, onPress: () => void check() },
            ]
      }
    >
      <div className="detail-part">
        {problem && (
          <Callout kind="error" heading={t`Couldn’t link the campaigns`} isAnnounced>
            {texts.all(problem)}
          </Callout>
        )}
        {!results && (
          <>
            <Select label={t`Line`} options={options} value={line} onChange={setLine} isRequired={options.length > 0} />
            <CampaignChoice chosen={chosen} onToggle={toggle} />
          </>
        )}
        <div role="status">{results && <Preview results={results} />}</div>
      </div>
    </Modal>
  )
}
