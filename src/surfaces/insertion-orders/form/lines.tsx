import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId, useMemo, useRef } from 'react'
import { is } from 'superstruct'
import type { FieldFault } from '../../../contract/fields/faults.ts'
import { experiences } from '../../../contract/clients/experiences.ts'
import { IsoDay } from '../../../contract/ids.ts'
import { lineTypes, maxOrderLines } from '../../../contract/insertion-orders/insertion-orders.ts'
import { amountOf } from '../../../contract/money/money.ts'
import { useRead } from '../../../kit/cache.tsx'
import { channelLabel } from '../../../parts/campaigns/labels.ts'
import { useClient } from '../../../parts/scope/client.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { DatePicker } from '../../../ui/date/picker.tsx'
import { weekStartOf } from '../../../ui/date/week-start.ts'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { faultText } from '../../../ui/form/fault-text.tsx'
import { MoneyField } from '../../../ui/form/money-field.tsx'
import { NumberField } from '../../../ui/form/number-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { type CurrencyFormat, money } from '../../../ui/format/format.ts'
import { alert } from '../../../ui/icon/icons.ts'
import { copy, cross } from '../../../ui/icon/control-icons.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { lineTypeWords } from '../words.ts'
import {
  allocationOfValues,
  amountOfLine,
  copyOf,
  isComputed,
  type LineField,
  lineFields,
  type LineValues,
  newLine,
  type OrderValues,
  rateDigits,
} from './values.ts'

interface LineProps {
  readonly line: LineValues
  readonly position: number
  readonly days: Pick<OrderValues, 'start_date' | 'end_date'>
  readonly currency: CurrencyFormat
  readonly today: string
  readonly faultOf: (field: LineField) => FieldFault | undefined
  readonly nameRef: (node: HTMLElement | null) => void
  readonly mayAdd: boolean
  readonly onChange: (change: Partial<LineValues>) => void
  readonly onCopy: () => void
  readonly onRemove: () => void
}

interface Place {
  readonly id: string
  readonly label: string
  readonly group: string
  /** What the line gets when the place is chosen. */
  readonly values: Pick<LineValues, 'channel' | 'experience'>
}

/** The channels and experiences to choose from; one that the client no longer has stays while the line uses it. */
function usePlaces({ channel, experience }: Pick<LineValues, 'channel' | 'experience'>) {
  const { t, i18n } = useLingui()
  const { clientId } = useScope()
  const { channels } = useClient()
  // Without permission to read the experiences, the channels remain.
  const offered = useRead(experiences.list, { path: { memberGroupId: clientId }, query: {} }).data?.experiences
  return useMemo(() => {
    const names = new Set([...channels.map(({ name }) => name), ...(channel ? [channel] : [])])
    const ofChannels = [...names].map(
      (name): Place => ({
        id: `channel ${name}`,
        label: channelLabel(name, i18n),
        group: t`Channels`,
        values: { channel: name, experience: undefined },
      }),
    )
    const known = new Map(offered?.map(({ experience_id, name }) => [experience_id, name]))
    if (experience) known.set(experience.experience_id, experience.name)
    const ofExperiences = [...known].map(
      ([experience_id, name]): Place => ({
        id: `experience ${experience_id}`,
        label: name,
        group: t`Experiences`,
        values: { channel: '', experience: { experience_id, name } },
      }),
    )
    const places = [...ofChannels, ...ofExperiences]
    const current = experience ? `experience ${experience.experience_id}` : `channel ${channel}`
    return { places, place: places.find(({ id }) => id === current) ?? null }
  }, [channels, channel, experience, offered, i18n, t])
}

/** The fields of a price: type, rate, quantity and amount. */
function PriceFields({ line, currency, faultOf, onChange }: LineProps) {
  const { t, i18n } = useLingui()
  const types = useMemo(() => lineTypes.map((id) => ({ id, label: i18n._(lineTypeWords[id]) })), [i18n])
  const computed = isComputed(line) ? amountOfLine(line, currency.currency_digits) : undefined
  const rateUnits = { cpc: t`Per click`, cpm: t`Per 1,000`, fixed: t`Per day` }
  const noRates = { cpc: t`Empty: auction`, cpm: t`Empty: auction`, fixed: t`Empty: amount only` }
  const quantityUnits = { cpc: t`Clicks`, cpm: t`Impressions`, fixed: t`Days` }
  return (
    <>
      <Select
        label={t`Pricing`}
        noClear
        options={types}
        value={types.find(({ id }) => id === line.type) ?? null}
        onChange={(option) => onChange({ type: lineTypes.find((type) => type === option?.id) ?? line.type })}
      />
      <MoneyField
        label={t`Rate`}
        value={line.rate}
        fault={faultOf('rate')}
        currency={currency}
        digits={rateDigits}
        help={line.rate === '' ? noRates[line.type] : rateUnits[line.type]}
        onChange={(rate) => onChange({ rate })}
      />
      <NumberField
        label={t`Quantity`}
        value={line.quantity}
        fault={faultOf('quantity')}
        help={quantityUnits[line.type]}
        onChange={(quantity) => onChange({ quantity })}
      />
      <MoneyField
        label={t`Amount`}
        value={computed === undefined ? line.amount : amountOf(computed, currency.currency_digits)}
        fault={faultOf('amount')}
        currency={currency}
        isReadonly={computed !== undefined}
        help={computed !== undefined && t`Rate × quantity`}
        onChange={(next) => computed === undefined && onChange({ amount: next })}
      />
    </>
  )
}

/** One line of the order. */
function Line(props: LineProps) {
  const { line, position, days, today, faultOf, nameRef, mayAdd, onChange, onCopy, onRemove } = props
  const { t, i18n } = useLingui()
  const { places, place } = usePlaces(line)
  const number = position + 1
  const name = line.name || t`Line ${number}`
  const limits = {
    ...(is(days.start_date, IsoDay) && { min: days.start_date }),
    ...(is(days.end_date, IsoDay) && { max: days.end_date }),
  }
  const dates = { today, weekStart: weekStartOf(i18n.locale), limits }
  return (
    <li>
      <fieldset className="order-line" aria-label={name}>
        <TextField
          label={t`Line name`}
          isRequired
          value={line.name}
          fault={faultOf('name')}
          controlRef={nameRef}
          onChange={(text) => onChange({ name: text })}
        />
        <Select
          label={t`Channel or experience`}
          placeholder={t`Any`}
          options={places}
          value={place}
          onChange={(option) => onChange(places.find(({ id }) => id === option?.id)?.values ?? { channel: '', experience: undefined })}
        />
        <PriceFields {...props} />
        <DatePicker
          {...dates}
          label={t`Start date`}
          isRequired
          value={line.start_date}
          fault={faultOf('start_date')}
          onChange={(start_date) => onChange({ start_date })}
        />
        <DatePicker
          {...dates}
          label={t`End date`}
          isRequired
          value={line.end_date}
          fault={faultOf('end_date')}
          onChange={(end_date) => onChange({ end_date })}
        />
        <Checkbox
          label={t`Hard cap: campaigns of this line stop at its amount`}
          value={line.is_hard_cap}
          onChange={(is_hard_cap) => onChange({ is_hard_cap })}
        />
        <div className="order-line-end">
          <IconButton
            icon={copy}
            label={t`Copy ${name}`}
            disabledBecause={mayAdd ? undefined : t`An order has at most ${maxOrderLines} lines`}
            onPress={onCopy}
          />
          <IconButton icon={cross} label={t`Remove ${name}`} onPress={onRemove} />
        </div>
      </fieldset>
    </li>
  )
}

/** The sum of the lines, and what is left of the total. */
function SumLine({ values, currency }: { readonly values: OrderValues; readonly currency: CurrencyFormat }) {
  const { i18n } = useLingui()
  const sums = allocationOfValues(values, currency.currency_digits)
  const text = (micros: bigint) => money(amountOf(micros, currency.currency_digits), currency, i18n.locale)
  if (!sums)
    return (
      <p role="status" className="quiet">
        <Trans>Enter a total to see what is left to allocate.</Trans>
      </p>
    )
  const allocated = text(sums.allocated)
  const isOver = sums.unallocated < 0n
  const rest = text(isOver ? -sums.unallocated : sums.unallocated)
  return (
    <p role="status" className={`order-sums ${isOver ? 'bad' : ''}`}>
      {isOver && <Icon shape={alert} />}
      {isOver ? (
        <Trans>
          Allocated {allocated} · {rest} more than the total
        </Trans>
      ) : (
        <Trans>
          Allocated {allocated} · Unallocated {rest}
        </Trans>
      )}
    </p>
  )
}

interface OrderLinesProps {
  readonly values: OrderValues
  readonly currency: CurrencyFormat
  readonly today: string
  /** The fault to show at a field of a line. */
  readonly faultOf: (line: LineValues, field: LineField) => FieldFault | undefined
  /** The fault of the lines together. */
  readonly fault: FieldFault | undefined
  readonly onChange: (lines: readonly LineValues[]) => void
  /** Opens a dialog that removes a line with campaigns; false for other lines. */
  readonly asksToRemove: (line: LineValues) => boolean
  readonly controlRef: ((node: HTMLElement | null) => void) | undefined
}

/** The lines of an order. Adding, copying and removing keep the focus in the list. */
export function OrderLines({ values, currency, today, faultOf, fault, onChange, asksToRemove, controlRef }: OrderLinesProps) {
  const { t, i18n } = useLingui()
  const noteId = useId()
  const { lines, start_date, end_date } = values
  const names = useRef(new Map<string, HTMLElement>()).current
  const addButton = useRef<HTMLDivElement>(null)
  /** Key of the line that takes the focus after rendering; empty for the button. */
  const wanted = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wanted control exists after the lines have rendered
  useEffect(() => {
    const key = wanted.current
    wanted.current = undefined
    if (key === undefined) return
    const node = names.get(key) ?? addButton.current?.querySelector<HTMLElement>('button')
    node?.focus()
  }, [lines])
  const mayAdd = lines.length < maxOrderLines
  const sharedFault = lines.some((line) => lineFields.some((field) => faultOf(line, field))) ? undefined : fault
  const put = (next: readonly LineValues[], focused: string | undefined) => {
    wanted.current = focused ?? ''
    onChange(next)
  }
  const insert = (line: LineValues, at: number) => put(lines.toSpliced(at, 0, line), line.key)
  const remove = (line: LineValues, index: number) => {
    if (asksToRemove(line)) return
    const next = lines.toSpliced(index, 1)
    put(next, next[Math.min(index, next.length - 1)]?.key)
  }
  return (
    <section className="order-lines" aria-label={t`Lines`} aria-describedby={sharedFault && noteId}>
      {/* Takes the focus for the lines and passes it to the first wrong field. The section itself would take it from every click. */}
      {/* biome-ignore lint/a11y/useSemanticElements: it holds nothing, so it is no fieldset */}
      <span
        ref={controlRef}
        role="group"
        aria-label={t`Lines`}
        className="unseen"
        tabIndex={-1}
        onFocus={({ currentTarget }) => {
          const wrong = currentTarget.parentElement?.querySelector<HTMLElement>('[aria-invalid="true"]')
          const next = wrong ?? addButton.current?.querySelector('button')
          next?.focus()
        }}
      />
      <h3>
        <Trans>Lines</Trans>
      </h3>
      {lines.length === 0 ? (
        <p className="quiet">
          <Trans>Lines divide the total by channel, price and dates. Add at least one before you submit the order.</Trans>
        </p>
      ) : (
        <ol>
          {lines.map((line, index) => (
            <Line
              key={line.key}
              line={line}
              position={index}
              days={{ start_date, end_date }}
              currency={currency}
              today={today}
              faultOf={(field) => faultOf(line, field)}
              nameRef={(node) => void (node ? names.set(line.key, node) : names.delete(line.key))}
              mayAdd={mayAdd}
              onChange={(change) => onChange(lines.with(index, { ...line, ...change }))}
              onCopy={() => insert(copyOf(line), index + 1)}
              onRemove={() => remove(line, index)}
            />
          ))}
        </ol>
      )}
      <div ref={addButton} className="row order-lines-foot">
        <Button
          disabledBecause={mayAdd ? undefined : t`An order has at most ${maxOrderLines} lines`}
          onPress={() => insert(newLine(values), lines.length)}
        >
          <Trans>Add line</Trans>
        </Button>
        <SumLine values={values} currency={currency} />
      </div>
      {sharedFault && (
        <p id={noteId} className="note bad">
          <Icon shape={alert} />
          <span>{faultText(sharedFault, i18n)}</span>
        </p>
      )}
    </section>
  )
}
