import { useLingui } from '@lingui/react/macro'
import { Suspense, useEffect, useRef, useState } from 'react'
import {
  insertionOrders,
  type OrderAction,
  type OrderApproval,
  type OrderStatus,
  type OrderVersion,
} from '../../../contract/insertion-orders/insertion-orders.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { useAttempt, useMutate } from '../../../kit/mutate.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { useClient } from '../../../parts/scope/client.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useViewer } from '../../../parts/scope/viewer.tsx'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { Menu, type MenuItem } from '../../../ui/dialog/menu.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { momentText } from '../../../ui/format/moment.ts'
import { more } from '../../../ui/icon/icons.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { orderData, useOrder, useOrders } from '../context.tsx'
import { useReasonText } from '../words.ts'
import { pathOf } from '../order-path.ts'
import { useRefusalTexts } from './refusal-texts.ts'

const CopyDialog = lazyIdle(() => import('../list/copy-dialog.tsx'))
const ApproveDialog = lazyIdle(() => import('./approve.tsx'))
const CloseDialog = lazyIdle(() => import('../close/close-dialog.tsx'))

type Action = Exclude<OrderAction, 'link' | 'number'> | 'print' | 'print_proposed'

/** The actions with a button of their own, the likely next step first; the others are in the menu. */
const buttons: Readonly<Record<OrderStatus, readonly Action[]>> = {
  open: ['submit', 'change'],
  pending: ['approve', 'change'],
  approved: ['change'],
  ended: ['copy'],
  closed: ['copy'],
}
const all: readonly Action[] = ['approve', 'submit', 'change', 'withdraw', 'copy', 'print', 'print_proposed', 'close']

const isPrint = (action: Action) => action === 'print' || action === 'print_proposed'

function useSubmit(focusHeading: () => void) {
  const { t } = useLingui()
  const order = useOrder()
  const { emit } = useOrders()
  const { mutate, showError } = useMutate()
  const refusals = useRefusalTexts()
  return () =>
    mutate(
      insertionOrders.submit,
      { path: pathOf(order) },
      {
        version: order.version,
        stale: orderData,
        event: ({ insertion_order_id, version_id }) => emit('ad-insertion-order-submitted', { insertion_order_id, version_id }),
        title: t`Submitted for approval`,
        text: order.name,
      },
    ).then(focusHeading, showError(t`Couldn’t submit the order`, refusals.all))
}

/** What withdrawing would lose: the proposed version, or the approvals of an order that is not in force yet. */
function useWithdrawalQuestion() {
  const { t, i18n } = useLingui()
  const { name, proposed, version_id, current, time_zone } = useOrder()
  if (proposed !== null)
    return {
      heading: t`Withdraw version ${proposed.version_id}?`,
      text: t`The proposed changes are deleted. Version ${version_id} stays in force.`,
      label: t`Withdraw version`,
    }
  if (current.approvals.length === 0) return undefined
  const approvalText = ({ user, name: typedName, at }: OrderApproval) => {
    const [who, time] = [typedName ?? user, momentText(at, i18n.locale, time_zone)]
    return t`Approval of ${who}, ${time}`
  }
  return {
    heading: t`Withdraw ${name}?`,
    text: t`The order becomes a draft again.`,
    losses: current.approvals.map(approvalText),
    label: t`Withdraw order`,
  }
}

function useWithdraw(confirm: ReturnType<typeof useConfirm>['confirm']) {
  const { t } = useLingui()
  const order = useOrder()
  const { mutate, showError } = useMutate()
  const refusals = useRefusalTexts()
  const withdrawal = useWithdrawalQuestion()
  return async () => {
    if (withdrawal && !(await confirm(withdrawal))) return
    const effects = { version: order.version, stale: orderData, title: t`Withdrawn`, text: order.name }
    await mutate(insertionOrders.withdraw, { path: pathOf(order) }, effects).catch(showError(t`Couldn’t withdraw it`, refusals.all))
  }
}

function usePrint() {
  const { t, i18n } = useLingui()
  const { root } = useElementContext()
  const { memberGroup } = useClient()
  const { showError } = useMutate()
  const order = useOrder()
  return (version: OrderVersion) =>
    import('./print.ts')
      .then(({ printOrder }) => printOrder(root, { order, version, clientName: memberGroup?.name }, i18n))
      .catch(showError(t`Couldn’t print the order`))
}

/** The buttons of an order; those that are not its likely next step are in a menu. */
export function OrderActions({ focusHeading }: { readonly focusHeading: () => void }) {
  const { t } = useLingui()
  const order = useOrder()
  const { isReadonly } = useScope()
  const viewer = useViewer()
  const linkTo = usePathLink()
  const reasonText = useReasonText()
  const { isPending, attempt } = useAttempt()
  const { confirm, question } = useConfirm()
  const [dialog, setDialog] = useState<'approve' | 'close' | 'copy'>()
  const isFinished = useRef(false)
  // The closed dialog returns the focus to its button, which the changed order may not have.
  useEffect(() => {
    if (dialog || !isFinished.current) return
    isFinished.current = false
    focusHeading()
  })
  const submit = useSubmit(focusHeading)
  const withdraw = useWithdraw(confirm)
  const print = usePrint()
  const userId = viewer.state === 'known' ? viewer.person?.user_id : undefined
  const { current, proposed } = order
  const printLabel = ({ version_id: version }: OrderVersion) => t`Print version ${version}`
  const labels: Readonly<Record<Action, string>> = {
    approve: t`Approve`,
    submit: t`Submit`,
    change: t`Edit`,
    withdraw: t`Withdraw`,
    copy: t`Copy`,
    print: proposed ? printLabel(current) : t`Print`,
    print_proposed: proposed ? printLabel(proposed) : '',
    close: t`Close`,
  }
  const handlers: Readonly<Record<Action, () => void>> = {
    approve: () => setDialog('approve'),
    submit: () => void attempt(submit()),
    change: linkTo(`${order.insertion_order_id}/edit`, order.name).onNavigate,
    withdraw: () => void withdraw(),
    copy: () => setDialog('copy'),
    print: () => void print(current),
    print_proposed: () => void (proposed && print(proposed)),
    close: () => setDialog('close'),
  }
  const disabledBecause = (action: Action) => {
    if (isPrint(action)) return order.money === null ? t`You see only a part of this order. Ask the client for the document.` : undefined
    const reason = order.actions[action]
    if (reason) return reasonText(reason, order)
    return action === 'approve' && userId === undefined ? t`Loading your permissions. Wait a moment.` : undefined
  }
  const possible = all.filter((action) => action !== 'print_proposed' || proposed !== null)
  if (isReadonly)
    return (
      <>
        {possible.filter(isPrint).map((action) => (
          <Button key={action} disabledBecause={disabledBecause(action)} onPress={handlers[action]}>
            {labels[action]}
          </Button>
        ))}
      </>
    )
  const shown = order.proposed ? buttons.pending : buttons[order.status]
  const items = possible
    .filter((action) => !shown.includes(action))
    .map((action): MenuItem => {
      const item = { id: action, label: labels[action], disabledBecause: disabledBecause(action) }
      return action === 'close' ? { ...item, isDanger: true, isParted: true } : item
    })
  const choose = (id: string) => {
    const action = all.find((one) => one === id)
    if (action) handlers[action]()
  }
  const closeDialog = () => setDialog(undefined)
  const finishDialog = () => {
    isFinished.current = true
    setDialog(undefined)
  }
  return (
    <>
      {shown.map((action, index) => (
        <Button
          key={action}
          kind={index === 0 && action !== 'change' ? 'primary' : 'secondary'}
          isBusy={action === 'submit' && isPending}
          disabledBecause={disabledBecause(action)}
          onPress={handlers[action]}
        >
          {labels[action]}
        </Button>
      ))}
      <Menu label={t`More actions for ${order.name}`} items={items} onSelect={choose}>
        <Icon shape={more} />
      </Menu>
      {question}
      <Suspense>
        {dialog === 'approve' && userId !== undefined && <ApproveDialog userId={userId} onDone={finishDialog} onClose={closeDialog} />}
        {dialog === 'close' && <CloseDialog rows={[order]} onDone={finishDialog} onClose={closeDialog} />}
        {dialog === 'copy' && <CopyDialog row={order} onClose={closeDialog} />}
      </Suspense>
    </>
  )
}
