import { EmailField, PostalCodeField, UrlField } from '../../../ui/form/address-fields.tsx'
import { EmailsField } from '../../../ui/form/emails-field.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { TextArea, TextField } from '../../../ui/form/text-field.tsx'
import { Exhibit } from '../exhibit.tsx'
import { FieldState } from '../field-state.tsx'

const long = 'Seabright Hotels and Resorts of the Northern Peninsula, winter and early spring, all rooms with a view of the sea'

export const Texts = () => (
  <Exhibit name="Text">
    <FieldState initial="">{(held) => <TextField label="Empty" placeholder="Spring escapes" {...held} />}</FieldState>
    <FieldState initial="Lakeside winter escapes">
      {(held) => <TextField label="Filled" help="Not visible to guests." isRequired maxLength={40} {...held} />}
    </FieldState>
    <FieldState initial="Lakeside">
      {(held) => <TextField label="With an error" fault={{ code: 'required', of: 'value' }} isRequired {...held} />}
    </FieldState>
    <FieldState initial={long}>{(held) => <TextField label="Too long" maxLength={60} {...held} />}</FieldState>
    <FieldState initial="PO 77-1180">
      {(held) => <TextField label="Disabled" disabledBecause="The order was approved on Nov 12" {...held} />}
    </FieldState>
    <FieldState initial="IO-2041, winter 2026">{(held) => <TextField label="Read only" isReadonly {...held} />}</FieldState>
    <FieldState initial="Harborline">{(held) => <TextField label="Busy" isBusy help="Checking the name…" {...held} />}</FieldState>
    <FieldState initial="فنادق سيبرايت">
      {(held) => <div dir="rtl">{<TextField label="الاسم" help="من اليمين إلى اليسار" isRequired {...held} />}</div>}
    </FieldState>
  </Exhibit>
)

export const TextAreaExhibits = () => (
  <Exhibit name="Text area">
    <FieldState initial="">{(held) => <TextArea label="Comment" maxLength={200} {...held} />}</FieldState>
    <FieldState initial={long}>{(held) => <TextArea label="Headline" maxWords={10} {...held} />}</FieldState>
    <FieldState initial="sea, lake, a cabin far out in the woods of the north">
      {(held) => <TextArea label="Keywords" help="Separate keywords with commas." maxKeywordLength={20} {...held} />}
    </FieldState>
    <FieldState initial="Denied: the image shows another hotel.">
      {(held) => <TextArea label="Read only" isReadonly {...held} />}
    </FieldState>
  </Exhibit>
)

export const Addresses = () => (
  <Exhibit name="Email, URL and postal code">
    <FieldState initial="dana@harborline.example">{(held) => <EmailField label="Email" isRequired {...held} />}</FieldState>
    <FieldState initial="dana@harborline">
      {(held) => <EmailField label="Email with an error" fault={{ code: 'email' }} {...held} />}
    </FieldState>
    <FieldState initial="https://harborline.example/rooms">{(held) => <UrlField label="Landing page" {...held} />}</FieldState>
    <FieldState initial="harborline">
      {(held) => <UrlField label="Landing page with an error" fault={{ code: 'url' }} {...held} />}
    </FieldState>
    <FieldState initial="93940-1234">{(held) => <PostalCodeField label="Postal code" isRequired {...held} />}</FieldState>
    <FieldState initial="93940/1">
      {(held) => <PostalCodeField label="Postal code with an error" fault={{ code: 'postal_code' }} {...held} />}
    </FieldState>
  </Exhibit>
)

const some = ['dana@harborline.example', 'the.whole.night.desk.of.seabright.hotels@harborline.example', 'rui@harborline.example']

export const Lists = () => (
  <Exhibit name="Email list">
    <FieldState<readonly string[]> initial={[]}>{(held) => <EmailsField label="Empty list" {...held} />}</FieldState>
    <FieldState<readonly string[]> initial={some}>{(held) => <EmailsField label="Send the report to" isRequired {...held} />}</FieldState>
    <FieldState<readonly string[]> initial={[...some, 'nobody']}>
      {(held) => <EmailsField label="With an error" fault={{ code: 'email' }} {...held} />}
    </FieldState>
    <FieldState<readonly string[]> initial={some.slice(0, 1)}>
      {(held) => <EmailsField label="Disabled list" disabledBecause="The schedule is paused" {...held} />}
    </FieldState>
  </Exhibit>
)

export const Passwords = () => (
  <Exhibit name="Password">
    <FieldState initial="">{(held) => <PasswordField label="Password" {...held} />}</FieldState>
    <FieldState initial="Lakeside">{(held) => <PasswordField label="New password" isNew isRequired {...held} />}</FieldState>
    <FieldState initial="short">
      {(held) => <PasswordField label="New password with an error" isNew fault={{ code: 'password' }} {...held} />}
    </FieldState>
  </Exhibit>
)
