import { Empty } from '../../../ui/states.tsx'

export default function Tables() {
  return <Empty heading="Tables" text="Nothing is shown here yet." />
}
