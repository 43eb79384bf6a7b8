import type { ScreenProps } from '../routes.ts';
import { EditPage } from './EditPage.tsx';

export default function EditLegalTextScreen({ params }: ScreenProps) {
  return <EditPage name={`legal/${params.id}`} />;
}
