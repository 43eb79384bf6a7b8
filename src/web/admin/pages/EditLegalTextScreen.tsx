import type { ScreenProps } from '../routes.ts';
import { EditPage } from './EditPage.tsx';

/** A legal text in its form. */
export default function EditLegalTextScreen({ params }: ScreenProps) {
  return <EditPage name={`legal/${params.id}`} />;
}
