import { useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { insertionOrders, type OrderAction, type OrderStatus } from '../../../contract/insertion-orders/insertion-orders.ts'
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
import { more } from '../../../ui/icon/icons.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { orderData, useOrder, useOrders } from '../context.tsx'
import { useReasonText } from '../words.ts'
import { pathOf } from './order-path.ts'

const CopyDialog = lazyIdle(() => import('../list/copy-dialog.tsx'))
const dialogs = {
  approve: lazyIdle(() => import('./approve.tsx')),
  close: lazyIdle(() => import('./close.tsx')),
}

type Action = Exclude<OrderAction, 'link'> | 'print'

/** The actions with a button of their own, the likely next step first; the others are in the menu. */
const buttons: Readonly<Record<OrderStatus, readonly Action[]>> = {
  open: ['submit', 'change'],
  pending: ['approve', 'change'],
  approved: ['change'],
  ended: ['copy'],
  closed: ['copy'],
}
const all: readonly Action[] = ['approve', 'submit', 'change', 'withdraw', 'copy', 'print', 'close']

function useSubmit() {
  const { t } = useLingui()
  const order = useOrder()
  const { emit } = useOrders()
  const { mutate, showError } = useMutate()
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
    ).catch(showError(t`Couldn’t submit the order`))
}

/** Withdraws the order or its proposed version. A proposal is deleted, so it asks first. */
function useWithdraw(confirm: ReturnType<typeof useConfirm>['confirm']) {
  const { t } = useLingui()
  const order = useOrder()
  const { mutate, showError } = useMutate()
  return async () => {
    const { proposed, version_id } = order
    const isYes =
      proposed === null ||
      (await confirm({
        heading: t`Withdraw version ${proposed.version_id}?`,
        text: t`The proposed changes are deleted. Version ${version_id} stays in force.`,
        label: t`Withdraw version`,
      }))
    if (!isYes) return
    const effects = { version: order.version, stale: orderData, title: t`Withdrawn`, text: order.name }
    await mutate(insertionOrders.withdraw, { path: pathOf(order) }, effects).catch(showError(t`Couldn’t withdraw it`))
  }
}

function usePrint() {
  const { t, i18n } = useLingui()
  const { root } = useElementContext()
  const { memberGroup } = useClient()
  const { showError } = useMutate()
  const order = useOrder()
  return () =>
    import('./print.ts')
      .then(({ printOrder }) => printOrder(root, order, memberGroup?.name ?? '', i18n))
      .catch(showError(t`Couldn’t print the order`))
}

/** The buttons of an order; those that are not its likely next step are in a menu. */
export function OrderActions() {
  const { t } = useLingui()
  const order = useOrder()
  const { isReadonly } = useScope()
  const viewer = useViewer()
  const linkTo = usePathLink()
  const reasonText = useReasonText()
  const { isPending, attempt } = useAttempt()
  const { confirm, question } = useConfirm()
  const [dialog, setDialog] = useState<keyof typeof dialogs | 'copy'>()
  const submit = useSubmit()
  const withdraw = useWithdraw(confirm)
  const print = usePrint()
  const userId = viewer.state === 'known' ? viewer.person?.user_id : undefined
  const labels: Readonly<Record<Action, string>> = {
    approve: t`Approve`,
    submit: t`Submit`,
    change: t`Edit`,
    withdraw: t`Withdraw`,
    copy: t`Copy`,
    print: t`Print`,
    close: t`Close`,
  }
  const handlers: Readonly<Record<Action, () => void>> = {
    approve: () => setDialog('approve'),
    submit: () => void attempt(submit()),
    change: linkTo(`${order.insertion_order_id}/edit`, order.name).onNavigate,
    withdraw: () => void withdraw(),
    copy: () => setDialog('copy'),
    print: () => void print(),
    close: () => setDialog('close'),
  }
  const disabledBecause = (action: Action) => {
    const reason = action === 'print' ? null : order.actions[action]
    if (reason) return reasonText(reason, order)
    const needsUser = action === 'approve' || action === 'close'
    return needsUser && userId === undefined ? t`Loading your permissions. Wait a moment.` : undefined
  }
  if (isReadonly) return <Button onPress={handlers.print}>{labels.print}</Button>
  const shown = order.proposed ? buttons.pending : buttons[order.status]
  const items = all
    .filter((action) => !shown.includes(action))
    .map((action): MenuItem => {
      const item = { id: action, label: labels[action], disabledBecause: disabledBecause(action) }
      return action === 'close' ? { ...item, isDanger: true, isParted: true } : item
    })
  const choose = (id: string) => {
    const action = all.find((one) => one === id)
    if (action) handlers[action]()
  }
  const Dialog = dialog && dialog !== 'copy' ? dialogs[dialog] : undefined
  const closeDialog = () => setDialog(undefined)
  return (
    <div className="row order-actions">
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
        {Dialog && userId !== undefined && <Dialog userId={userId} onClose={closeDialog} />}
        {dialog === 'copy' && <CopyDialog row={order} onClose={closeDialog} />}
      </Suspense>
    </div>
  )
}
