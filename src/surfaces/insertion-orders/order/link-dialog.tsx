import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import type { Result } from '../../../contract/endpoint.ts'
import { insertionOrders } from '../../../contract/insertion-orders/insertion-orders.ts'
import { containsPattern } from '../../../contract/list.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useAttempt, useMutate } from '../../../kit/mutate.ts'
import { problemText } from '../../../kit/problem.ts'
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
import { pathOf } from './order-path.ts'

const pageSize = 20
type LinkResult = Result<typeof insertionOrders.link>['results'][number]

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
  const noteOf = (advertiser: string, currentOrder: string | null) =>
    [...(order.advertiser_id === null ? [advertiser] : []), ...(currentOrder === null ? [] : [t`Now in ${currentOrder}`])].join(' · ')
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
            value={chosen.has(id)}
            onChange={(isChosen) => onToggle(id, isChosen)}
          />
        ))}
        {total === 0 && <p className="quiet">{t`No campaigns can be linked.`}</p>}
      </fieldset>
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

/** What a dry run says about each campaign. */
function Preview({ results }: { readonly results: readonly LinkResult[] }) {
  const { t } = useLingui()
  const order = useOrder()
  const reasonText = useReasonText()
  const effect = ({ refusal, moves_from }: LinkResult) => {
    if (refusal) return t`Not linked. ${reasonText(refusal, order)}`
    return moves_from === null ? t`Will be linked` : t`Moves from ${moves_from}. Its earlier spend stays there.`
  }
  return (
    <ul className="order-plain" aria-label={t`Result`}>
      {results.map((result) => (
        <li key={result.campaign_id}>
          <b>{result.name}</b>: <span className={result.refusal ? 'bad' : ''}>{effect(result)}</span>
        </li>
      ))}
    </ul>
  )
}

/** Links campaigns to a line of the order. A dry run shows refusals and moves before anything is saved. */
export default function LinkDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useLingui()
  const order = useOrder()
  const { mutate } = useMutate()
  const { isPending, problem, attempt } = useAttempt()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [line, setLine] = useState<SelectedOption | null>(null)
  const [results, setResults] = useState<readonly LinkResult[]>()
  const options = useMemo(() => order.lines.map(({ line_id: id, name: label }) => ({ id, label })), [order.lines])
  const lineId = line ? Number(line.id) : null
  const linkable = results?.filter(({ refusal }) => refusal === null) ?? []
  const toggle = (id: number, isChosen: boolean) => setChosen(new Set(isChosen ? [...chosen, id] : [...chosen].filter((one) => one !== id)))
  const callOf = (ids: readonly number[], isDryRun: boolean) => ({
    path: pathOf(order),
    body: { link: ids.map((campaign_id) => ({ campaign_id, line_id: lineId })), ...(isDryRun && { dry_run: true }) },
  })
  const check = async () => {
    const checked = await attempt(mutate(insertionOrders.link, callOf([...chosen], true), { version: order.version }))
    if (checked) setResults(checked.results)
  }
  const link = async () => {
    const ids = linkable.map(({ campaign_id }) => campaign_id)
    const effects = { version: order.version, stale: orderData, title: t`Campaigns linked`, text: order.name }
    if (await attempt(mutate(insertionOrders.link, callOf(ids, false), effects))) onClose()
  }
  const noChoice = chosen.size === 0 ? t`Choose at least one campaign` : undefined
  const noLine = options.length > 0 && line === null ? t`Choose a line` : undefined
  const noLinkable = linkable.length === 0 ? t`None of these campaigns can be linked` : undefined
  const number = linkable.length
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
      <div className="order-section">
        {problem && (
          <Callout kind="error" heading={t`Couldn’t link the campaigns`} isAnnounced>
            {problemText(problem, i18n)}
          </Callout>
        )}
        {results ? (
          <Preview results={results} />
        ) : (
          <>
            <Select label={t`Line`} options={options} value={line} onChange={setLine} isRequired={options.length > 0} />
            <CampaignChoice chosen={chosen} onToggle={toggle} />
          </>
        )}
      </div>
    </Modal>
  )
}
