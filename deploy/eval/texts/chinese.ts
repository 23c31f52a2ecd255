import type { Task, Vocabulary } from '../task.ts';

/** A chat about a tea house, and the chronicle of a town. */
export const chinese: Vocabulary = {
  space: '',
  prompts: [
    '{tea}应该怎么泡才好喝？',
    '{place}要怎么布置才显得安静？',
    '{season}适合卖什么点心？',
    '给我讲讲{tea}的历史。',
  ],
  sentences: [
    '{tea}最好用八十五度的水来泡，第一泡只要半分钟。',
    '{place}的窗户朝东，早晨的阳光正好照到桌子上。',
    '到了{season}，客人喜欢坐在院子里聊天。',
    '{person}建议把{place}的墙刷成浅色，这样显得宽敞。',
    '老镇的居民每年{season}都要清理河道。',
    '{person}在{place}种了两棵桂花树，现在已经比屋檐还高。',
    '据说{tea}是从山那边的村子传过来的。',
    '{season}的时候，{place}常常要排队。',
    '修缮{place}用了三年时间，木料都是从上游运来的。',
    '如果水质偏硬，{tea}的香气会淡一些。',
    '{person}把账本放在柜子里，每个月核对一次。',
    '镇上的学校在{season}组织学生参观{place}。',
    '茶具要用温水冲洗，不要放在太阳下晒。',
    '桥头的石狮子在{season}的洪水里倒过一次。',
    '{place}旁边的小路很窄，只能走一辆手推车。',
  ],
  slots: {
    tea: ['龙井', '普洱', '白茶', '乌龙茶', '茉莉花茶'],
    place: ['前厅', '后院', '码头', '祠堂', '老戏台'],
    season: ['春天', '初夏', '中秋前后', '冬天'],
    person: ['陈师傅', '李老师', '王大姐', '周先生'],
  },
};

export const chineseChatTasks: readonly Task[] = [
  {
    kind: 'chinese',
    says: '我们租的仓库在青石巷，押金是六千八百元。',
    alike: ['另一个仓库在柳树巷，押金是五千元。', '青石巷的书店押金我没有问。'],
    question: '青石巷的仓库押金是多少？',
    needs: '六千八百元',
  },
  {
    kind: 'chinese',
    says: '外婆一吃花生就起疹子，做菜时要小心。',
    alike: ['舅舅不喜欢香菜的味道。', '表妹喝牛奶会肚子疼。'],
    question: '老人家对哪种坚果过敏？',
    paraphrased: true,
    needs: '花生',
  },
];
export const chineseFileTasks: readonly Task[] = [
  {
    kind: 'chinese',
    says: '三号泊位的吊车最多只能起重十七吨。',
    alike: ['五号泊位的吊车最多只能起重九吨。', '三号泊位的灯塔高十二米。'],
    question: '三号泊位的吊车最多能起重多少吨？',
    needs: '十七吨',
  },
  {
    kind: 'chinese',
    says: '因为屋顶漏雨，藏书阁的古籍被搬进了钟楼。',
    alike: ['因为地面潮湿，粮仓的大米被搬到了祠堂。'],
    question: '珍贵的旧书现在放在什么地方？',
    paraphrased: true,
    needs: '钟楼',
  },
];
