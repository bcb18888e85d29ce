import { useState } from 'react'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { type ConfirmOptions, useConfirm } from '../../../ui/dialog/confirm.tsx'
import { Drawer, Modal, type ModalProps, type ModalSize } from '../../../ui/dialog/modal.tsx'
import { Exhibit } from '../exhibit.tsx'
import { FieldState } from '../field-state.tsx'

const sizes: readonly ModalSize[] = ['xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl', '4xl', '5xl', '6xl']
const paragraph =
  'Delivery stops within five minutes. What was spent until then stays on the invoice, and the entities can be used by other campaigns at once.'

type Kind = ModalSize | 'form' | 'long' | 'requiresChoice' | 'busy' | 'drawer' | 'nested'

const Form = () => <FieldState initial="Autumn weekends">{(held) => <TextField label="Name" {...held} />}</FieldState>

const deletion: ConfirmOptions = {
  heading: 'Delete 3 campaigns?',
  text: 'They stop at once. You can’t undo this.',
  losses: ['Their drafts and schedules', '12 automated actions that act on them'],
  label: 'Delete campaigns',
}
const typedDeletion: ConfirmOptions = {
  heading: 'Close the account of Seabright Hotels?',
  text: 'All its users are signed out.',
  losses: ['24 advertisers with 310 campaigns', '$3,118.65 of funds, which are paid back by wire'],
  wordToType: 'Seabright',
  label: 'Close account',
}

/** Props of each sample dialog. */
const sampleProps: Readonly<Partial<Record<Kind, Partial<ModalProps>>>> = {
  form: { heading: 'Rename campaign', note: 'The URL stays the same.', children: <Form /> },
  long: {
    heading: 'What happens when you pause a campaign shared by many teams in the middle of its busiest week',
    size: 'lg',
    children: <p>{Array.from({ length: 40 }, () => paragraph).join(' ')}</p>,
  },
  requiresChoice: { heading: 'Are you still there?', size: 'sm', requiresChoice: true, children: <p>You were away for 20 minutes.</p> },
  busy: { heading: 'Submitting', isBusy: true, children: <p>Checking and submitting the campaign…</p> },
  drawer: { heading: 'Seabright Hotels', note: 'Advertiser 7', size: 'md', children: <p>{paragraph}</p> },
}

function SampleDialog({ kind, onClose }: { kind: Kind; onClose: () => void }) {
  const { confirm, question } = useConfirm()
  const { notify } = useElementContext()
  const rename = () => {
    notify({ kind: 'success', title: 'Renamed' })
    onClose()
  }
  const isSize = sizes.some((size) => size === kind)
  const Dialog = kind === 'drawer' ? Drawer : Modal
  const cancel = kind === 'requiresChoice' ? [] : [{ does: 'cancel' as const, onPress: onClose }]
  const main =
    kind === 'nested'
      ? { does: 'delete' as const, onPress: () => void confirm(deletion).then((isYes) => isYes && onClose()) }
      : { does: 'continue' as const, onPress: kind === 'form' ? rename : onClose }
  return (
    <Dialog
      heading={isSize ? `Size ${kind}` : 'Three campaigns'}
      {...(isSize && { size: sizes.find((size) => size === kind) ?? 'md' })}
      footnote={kind === 'form' ? 'Saved 14:02' : undefined}
      onClose={onClose}
      actions={[...cancel, main]}
      {...sampleProps[kind]}
    >
      {sampleProps[kind]?.children ?? <p>{paragraph}</p>}
      {question}
    </Dialog>
  )
}

/** The busy dialog closes by itself after this time, because the user cannot close it. */
const busyMs = 8000

export function Dialogs() {
  const [open, setOpen] = useState<Kind>()
  const { confirm, question } = useConfirm()
  const [choice, setChoice] = useState('')
  const show = (kind: Kind) => {
    setOpen(kind)
    if (kind === 'busy') setTimeout(() => setOpen(undefined), busyMs)
  }
  const ask = async (options: ConfirmOptions) => setChoice((await confirm(options)) ? 'Yes' : 'No')
  const named: readonly (readonly [Kind, string])[] = [
    ['form', 'With a field'],
    ['long', 'Long text'],
    ['requiresChoice', 'No close button'],
    ['busy', 'Busy'],
    ['nested', 'Second confirmation'],
    ['drawer', 'Drawer'],
  ]
  return (
    <Exhibit name="Modal">
      <div className="row">
        {sizes.map((size) => (
          <Button key={size} onPress={() => show(size)}>
            {size}
          </Button>
        ))}
      </div>
      <div className="row">
        {named.map(([kind, name]) => (
          <Button key={kind} onPress={() => show(kind)}>
            {name}
          </Button>
        ))}
      </div>
      <div className="row">
        <Button kind="danger" onPress={() => void ask(deletion)}>
          Delete campaigns
        </Button>
        <Button kind="danger" onPress={() => void ask(typedDeletion)}>
          Close account
        </Button>
        <output>{choice && `Answered: ${choice}`}</output>
      </div>
      {question}
      {open && <SampleDialog kind={open} onClose={() => setOpen(undefined)} />}
    </Exhibit>
  )
}
