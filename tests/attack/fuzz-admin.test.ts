import { testGeneratedRequests } from './generatedRequests.ts';

testGeneratedRequests((key) => key.includes('/api/admin/'));
