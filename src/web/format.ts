export {
  excerpt,
  formatDate,
  formatDateTime,
  formatDayMonth,
  formatLira,
  formatMoney,
  formatNumber,
  formatTime,
  formatWeekday,
} from '../shared/format.ts';
export { formatPhone } from '../shared/phone.ts';
